/** Declared paths below a place in a value. */
export interface DeclaredTree {
  /** The place itself is declared sensitive, and so all below it. */
  whole: boolean
  /** The place itself is declared harmless, and so all below it that is not declared sensitive. */
  harmless?: boolean
  /** The keys that lead here are names that a schema or code gives, also where they are any. */
  named?: boolean
  children: Map<string, DeclaredTree>
  /** What holds for any key or index. */
  any?: DeclaredTree
  /** What holds at any depth from here on. */
  deep?: DeclaredTree
  /** This tree is itself what holds at any depth. */
  repeats?: boolean
}

/** The declared paths that go through the place a walk is at; `undefined` when none does. */
export type DeclaredHere = readonly DeclaredTree[] | undefined

/** What is declared of a value, as JSON Pointers. */
export interface DeclaredPointers {
  declared?: readonly string[]
  harmless?: readonly string[]
  named?: readonly string[]
}

/** All below a harmless place. */
const harmlessBelow: DeclaredTree = { ...newTree(), harmless: true, repeats: true }

/** Builds the tree of some JSON Pointers; `*` stands for any key or index, `**` for any number of them. */
export function declaredTree({ declared = [], harmless = [], named = [] }: DeclaredPointers): DeclaredTree {
  const root = newTree()
  for (const pointer of declared) treeAt(root, pointer).whole = true
  for (const pointer of harmless) treeAt(root, pointer).harmless = true
  for (const pointer of named) treeAt(root, pointer).named = true
  return root
}

/** Returns the declared paths that go on below a key. */
export function declaredBelow(here: DeclaredHere, key: string): DeclaredHere {
  if (!here) return undefined
  const below = new Set<DeclaredTree>()
  for (const tree of here) {
    addBelow(below, tree, key)
    if (tree.repeats) below.add(tree)
    if (tree.harmless) below.add(harmlessBelow)
    if (!tree.deep) continue
    addBelow(below, tree.deep, key)
    below.add(tree.deep)
  }
  return below.size === 0 ? undefined : [...below]
}

/** Tells whether the place is declared as a whole. */
export function isDeclared(here: DeclaredHere): boolean {
  return here?.some(tree => tree.whole || tree.deep?.whole) ?? false
}

/** Tells whether the place is declared harmless, itself or with what it stands in. */
export function isHarmless(here: DeclaredHere): boolean {
  return here?.some(tree => tree.harmless || tree.deep?.harmless) ?? false
}

/** Tells whether the place itself is declared harmless, so that its name is not held against it. */
export function isHarmlessItself(here: DeclaredHere): boolean {
  return here?.some(tree => tree.harmless && !tree.repeats) ?? false
}

/** Tells whether a key is a name that is declared to stand there. */
export function isNamed(here: DeclaredHere, key: string): boolean {
  return here?.some(tree => tree.harmless || namesBelow(tree, key) || namesBelow(tree.deep, key)) ?? false
}

/** Tells whether nothing is declared of what stands below. */
export function isBare(here: DeclaredHere): boolean {
  return here?.every(tree => tree.children.size === 0 && !tree.any && !tree.deep && !tree.harmless) ?? true
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

function namesBelow(tree: DeclaredTree | undefined, key: string): boolean {
  return tree !== undefined && (tree.children.has(key) || tree.any?.named === true)
}

function treeAt(root: DeclaredTree, pointer: string): DeclaredTree {
  let tree = root
  for (const segment of pointerSegments(pointer)) tree = childOf(tree, segment)
  return tree
}

function addBelow(below: Set<DeclaredTree>, tree: DeclaredTree, key: string): void {
  const child = tree.children.get(key)
  if (child) below.add(child)
  if (tree.any) below.add(tree.any)
}

function childOf(tree: DeclaredTree, segment: string): DeclaredTree {
  if (segment === '**') {
    tree.deep ??= { ...newTree(), repeats: true }
    return tree.deep
  }
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
