/**
 * Translators and extensions put their elements in the place of our text, or around our elements. React keeps to its own nodes: it throws
 * where it removes one that is elsewhere, and writes new text where nobody sees it. This finds what stands in the place of a node now.
 */
export function tolerateForeignNodes(page: Node): void {
  const replacements = new WeakMap<Node, ChildNode>()
  // oxlint-disable-next-line typescript/unbound-method -- Called with their node below.
  const { removeChild, insertBefore } = Node.prototype

  const note = (records: MutationRecord[]): void => {
    const added = new Set(records.flatMap((record) => [...record.addedNodes]))
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      // Only text that was replaced is watched: its new words are shown in its place, to be translated anew.
      if (type === 'characterData' && !target.isConnected) replacementOf(target)?.replaceWith(target)
      for (const node of removedNodes) {
        const there = [addedNodes[0], previousSibling, nextSibling].find((one) => one && added.has(one) && one !== node)
        if (!there || node.isConnected) continue
        replacements.set(node, there as ChildNode)
        if (node instanceof Text) observer.observe(node, { characterData: true })
      }
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(page, { childList: true, subtree: true })

  const replacementOf = (node: Node): ChildNode | undefined => {
    let there = replacements.get(node)
    while (there && !there.isConnected) there = replacements.get(there)
    return there
  }

  /** What stands for a node among the children of its parent: itself, what replaced it, or what was put around it. */
  const childFor = (parent: Node, node: Node): Node | null => {
    if (node.parentNode === parent) return node
    note(observer.takeRecords())
    let there: Node | null = node.isConnected ? node : (replacementOf(node) ?? null)
    while (there && there.parentNode !== parent) there = there.parentNode
    return there
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const there = childFor(this, child)
    if (there) removeChild.call(this, there)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childFor(this, before))
    return node
  }
}
