package dev.firn.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;

/**
 * A node of the schema found in a file.
 *
 * @param element as the footer has it
 * @param children of a group; empty for a leaf
 * @param definition the definition level at which the node is there
 * @param repetition how many repeated nodes there are from the root to here
 * @param leafIndex which column chunk it is; -1 for a group
 */
record FileNode(
    SchemaElement element, List<FileNode> children, int definition, int repetition, int leafIndex) {
  private static final int MAX_DEPTH = 64;

  boolean isLeaf() {
    return leafIndex >= 0;
  }

  boolean isRepeated() {
    return element.getRepetition_type() == FieldRepetitionType.REPEATED;
  }

  boolean hasId(int id) {
    return element.isSetField_id() && element.getField_id() == id;
  }

  /** The leaves below, or the node itself, in file order. */
  List<FileNode> leaves() {
    List<FileNode> leaves = new ArrayList<>();
    collect(leaves);
    return leaves;
  }

  private void collect(List<FileNode> leaves) {
    if (isLeaf()) {
      leaves.add(this);
    }
    for (FileNode child : children) {
      child.collect(leaves);
    }
  }

  /** The tree of a footer's flat list. */
  static FileNode of(List<SchemaElement> elements) throws IOException {
    Parser parser = new Parser(elements);
    FileNode root = parser.parse(0, 0, 0);
    if (parser.next != elements.size()) {
      throw new IOException(
          "the schema lists " + elements.size() + " elements, its tree has " + parser.next);
    }
    return root;
  }

  private static final class Parser {
    private final List<SchemaElement> elements;
    private int next;
    private int leafCount;

    Parser(List<SchemaElement> elements) {
      this.elements = elements;
    }

    FileNode parse(int depth, int parentDefinition, int parentRepetition) throws IOException {
      if (next >= elements.size() || depth > MAX_DEPTH) {
        throw new IOException("the schema's tree is broken at element " + next);
      }
      SchemaElement element = elements.get(next++);
      int definition = parentDefinition;
      int repetition = parentRepetition;
      if (depth > 0) {
        if (!element.isSetRepetition_type()) {
          throw new IOException("no repetition type on " + element.getName());
        }
        definition += element.getRepetition_type() == FieldRepetitionType.REQUIRED ? 0 : 1;
        repetition += element.getRepetition_type() == FieldRepetitionType.REPEATED ? 1 : 0;
      }
      if (element.isSetType()) {
        return new FileNode(element, List.of(), definition, repetition, leafCount++);
      }
      int count = element.getNum_children();
      if (count < 0 || count > elements.size() - next) {
        throw new IOException(element.getName() + " has " + count + " children");
      }
      List<FileNode> children = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        children.add(parse(depth + 1, definition, repetition));
      }
      return new FileNode(element, List.copyOf(children), definition, repetition, -1);
    }
  }
}
