/** Whether one element comes before another in the document: what is added behind a control does not move it. */
export const isBefore = (one: Node, other: Node): boolean => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
