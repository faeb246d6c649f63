/**
 * Manifests as columns: each is decoded once, kept by its path, and read as often as one plans.
 *
 * <p>Entry types: {@link dev.firn.plan.manifest.ManifestCache}, which decodes or remembers, and
 * {@link dev.firn.plan.manifest.ManifestColumns}, what it hands out.
 *
 * <p>Bottom up: {@code AvroBlocks} and {@code BlockCursor} read an Avro container; {@code
 * EntryLayout} walks the entries of a manifest by the field ids of its own schema (Iceberg spec,
 * "Manifests"), so that versions 1 to 3 and the manifests of any writer are read alike; {@code
 * ManifestDecoder} puts what it finds into vectors, which are packed into {@link
 * dev.firn.plan.manifest.LongColumn}s and {@link dev.firn.plan.manifest.BytesColumn}s.
 *
 * <p>Invariants: only live entries are rows; everything handed out is immutable and may be read by
 * any number of threads; a manifest is immutable in storage, so nothing in the cache is ever
 * invalid. Partition tuples are kept once per distinct value.
 */
@NullMarked
package dev.firn.plan.manifest;

import org.jspecify.annotations.NullMarked;
