import { describe, expect, it } from 'vitest'
import { declaredValues } from '../../../src/observe/redact/declared-values.js'
import { sensitivePathsToPointers } from '../../../src/observe/redact/sensitive-paths.js'

describe('sensitivePathsToPointers', () => {
  it.each([
    ['card.number', '/card/number'],
    ['card', '/card'],
    ['items[*].pin', '/items/*/pin'],
    ['items[].pin', '/items/*/pin'],
    ['items.*.pin', '/items/*/pin'],
    ['items[0][1].pin', '/items/0/1/pin'],
    ['[*].pin', '/*/pin'],
    ['$.card.number', '/card/number'],
    ['$', ''],
    ['', ''],
    ['a["b.c"].d', '/a/b.c/d'],
    ["a['b/c']", '/a/b~1c'],
    ['/card/number', '/card/number'],
    ['tree.**.pin', '/tree/**/pin'],
  ])('turns %j into %j', (path, pointer) => {
    expect(sensitivePathsToPointers([path])).toEqual([pointer])
  })

  it('gives each pointer once', () => {
    expect(sensitivePathsToPointers(['a.b', '/a/b'])).toEqual(['/a/b'])
  })
})

describe('declaredValues', () => {
  it('collects the texts and numbers under declared pointers', () => {
    const value = {
      card: { number: 4711, owner: ['ada', true, null] },
      items: [{ pin: 'x' }, { pin: 12n }],
      other: 'no',
    }
    expect(declaredValues(value, ['/card', '/items/*/pin'])).toEqual(['4711', 'ada', 'x', '12'])
  })

  it('collects from the whole value, from maps and from sets', () => {
    expect(declaredValues('text', [''])).toEqual(['text'])
    expect(declaredValues(new Map([['pin', new Set(['a', 'b'])]]), ['/pin'])).toEqual(['a', 'b'])
  })

  it('collects nothing without pointers, and no blanks', () => {
    expect(declaredValues({ a: 'x' }, [])).toEqual([])
    expect(declaredValues({ a: ['', ' '] }, ['/a'])).toEqual([])
  })

  it('does not throw, call a getter or follow a cycle', () => {
    const cycle: Record<string, unknown> = { pin: 'x' }
    cycle['self'] = cycle
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const value = {
      cycle,
      proxy,
      get pin() {
        throw new Error('called')
      },
    }
    expect(declaredValues(value, ['/cycle', '/proxy', '/pin'])).toEqual(['x'])
  })

  it('is bounded', () => {
    const value = { list: Array.from({ length: 1_000_000 }, (_, index) => `value ${index}`) }
    expect(declaredValues(value, ['/list']).length).toBeLessThanOrEqual(256)
    expect(declaredValues({ list: new Array(1e9) }, ['/list'])).toEqual([])
  })
})
