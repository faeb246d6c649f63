package dev.firn.source;

/**
 * Files that are no source files, by why; each file counts once however often it is seen (within
 * the bounds of {@link FolderSettings#rememberedMax}); a hidden or temporary folder counts as one.
 *
 * @param temporary temporary names: {@code .tmp}, {@code .part}, {@code .inprogress}, {@code ~}, …
 * @param hidden names that begin with {@code .} or {@code _} ({@code _SUCCESS}, {@code .x.crc})
 * @param markers folder markers: keys that end in {@code /}, {@code _$folder$}
 * @param unmatched other files that the path pattern does not match, and links to folders, which
 *     are not followed
 */
public record SkipCounts(long temporary, long hidden, long markers, long unmatched) {}
