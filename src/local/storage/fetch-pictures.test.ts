import { describe, expect, it } from 'vitest'
import { fetchPictures } from './fetch-pictures.ts'

/** A device that has these pictures; a picture has ten bytes. */
function openDevice(has: readonly string[], { isOnline = (): boolean => true } = {}) {
  const kept = new Set(has)
  const fetched: string[] = []
  const fetching = {
    limits: { count: 100, bytes: 1000 },
    store: { match: async (path: unknown) => (kept.has(path as string) ? new Response('') : undefined) },
    mayGoOn: async () => isOnline(),
    fetchPicture: async (path: string) => {
      if (path.startsWith('broken')) throw new TypeError('no network')
      fetched.push(path)
      kept.add(path)
      return 10
    },
  }
  return { fetching, fetched }
}

describe('pictures that nobody has looked at', () => {
  it('are fetched once each, but for those that are there', async () => {
    const { fetching, fetched } = openDevice(['b'])
    expect(await fetchPictures(['a', 'b', 'c', 'a'], fetching)).toBe(2)
    expect(fetched).toEqual(['a', 'c'])
    expect(await fetchPictures(['a', 'b', 'c'], fetching)).toBe(0)
  })

  it('are fetched up to a number and up to a size', async () => {
    const paths = Array.from({ length: 9 }, (_, no) => `p${no}`)
    const { fetching } = openDevice([])
    expect(await fetchPictures(paths, { ...fetching, limits: { count: 3, bytes: 1000 } })).toBe(3)
    expect(await fetchPictures(paths, { ...fetching, limits: { count: 9, bytes: 25 } })).toBe(3)
  })

  it('wait where the device says so, and are left where three in a row fail', async () => {
    const seen: string[] = []
    const stopped = openDevice([], { isOnline: () => seen.push('asked') < 3 })
    expect(await fetchPictures(['a', 'b', 'c', 'd'], stopped.fetching)).toBe(2)
    const { fetching, fetched } = openDevice([])
    await fetchPictures(['a', 'broken 1', 'broken 2', 'b', 'broken 3', 'broken 4', 'broken 5', 'c'], fetching)
    expect(fetched).toEqual(['a', 'b'])
  })
})
