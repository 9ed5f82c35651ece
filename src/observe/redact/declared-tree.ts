/** Declared paths below a place in a value. */
export interface DeclaredTree {
  /** The place itself is declared, and so all below it. */
  whole: boolean
  children: Map<string, DeclaredTree>
  /** What holds for any key or index. */
  any?: DeclaredTree
}

/** The declared paths that go through the place a walk is at; `undefined` when none does. */
export type DeclaredHere = readonly DeclaredTree[] | undefined

/** Builds the tree of some JSON Pointers, in which `*` stands for any key or index. */
export function declaredTree(pointers: readonly string[]): DeclaredTree {
  const root = newTree()
  for (const pointer of pointers) {
    let tree = root
    for (const segment of pointerSegments(pointer)) tree = childOf(tree, segment)
    tree.whole = true
  }
  return root
}

/** Returns the declared paths that go on below a key. */
export function declaredBelow(here: DeclaredHere, key: string): DeclaredHere {
  if (!here) return undefined
  const below: DeclaredTree[] = []
  for (const tree of here) {
    const child = tree.children.get(key)
    if (child) below.push(child)
    if (tree.any) below.push(tree.any)
  }
  return below.length === 0 ? undefined : below
}

/** Tells whether the place is declared as a whole. */
export function isDeclared(here: DeclaredHere): boolean {
  return here?.some(tree => tree.whole) ?? false
}

/** Splits a JSON Pointer into its segments. */
export function pointerSegments(pointer: string): string[] {
  if (pointer === '') return []
  const path = pointer.startsWith('/') ? pointer.slice(1) : pointer
  return path.split('/').map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Writes segments as a JSON Pointer. */
export function pointerOf(segments: readonly string[]): string {
  return segments.map(segment => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function childOf(tree: DeclaredTree, segment: string): DeclaredTree {
  if (segment === '*') {
    tree.any ??= newTree()
    return tree.any
  }
  const child = tree.children.get(segment) ?? newTree()
  tree.children.set(segment, child)
  return child
}

function newTree(): DeclaredTree {
  return { whole: false, children: new Map() }
}
