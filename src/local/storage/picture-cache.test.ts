import { describe, expect, it } from 'vitest'
import { boundPictures, markedPicture, notePicture, type PictureStore } from './picture-cache.ts'

/** A browser's cache in memory: its keys stand in the order in which they were put. */
function openStore(): PictureStore & { paths: () => Promise<string[]> } {
  const rows = new Map<string, Response>()
  const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  return {
    match: async (request) => rows.get(urlOf(request))?.clone(),
    put: async (request, response) => {
      rows.delete(urlOf(request))
      rows.set(urlOf(request), response)
    },
    delete: async (request) => rows.delete(urlOf(request)),
    keys: async () => [...rows.keys()].map((url) => new Request(url)),
    paths: async () => [...rows.keys()].map((url) => new URL(url).pathname.slice(1)),
  }
}

const at = (name: string) => `https://school.example/${name}`
const picture = (bytes: number) => new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/webp' } })

async function fill(pictures: readonly (readonly [name: string, bytes: number, day: string])[]) {
  const store = openStore()
  for (const [name, bytes, day] of pictures) await store.put(at(name), await markedPicture(picture(bytes), day))
  return store
}

describe('pictures on a device', () => {
  it('are all kept within the limits', async () => {
    const store = await fill([
      ['a', 10, '2030-01-01'],
      ['b', 10, '2030-01-02'],
    ])
    expect(await boundPictures(store, { count: 2, bytes: 20 })).toBe(0)
    expect(await store.paths()).toEqual(['a', 'b'])
  })

  it('above the count, those that were not shown for longest go, and room is made', async () => {
    const names = Array.from({ length: 11 }, (_, no) => `p${no}`)
    const store = await fill(names.map((name, no) => [name, 1, no === 0 ? '2030-02-01' : '2030-01-01'] as const))
    expect(await boundPictures(store, { count: 10, bytes: 1000 })).toBe(2)
    expect(await store.paths()).toEqual(['p0', ...names.slice(3)])
  })

  it('above the bytes, large and small ones go alike, and one that is shown again stays', async () => {
    const store = await fill([
      ['large', 60, '2030-01-01'],
      ['small', 10, '2030-01-02'],
      ['new', 50, '2030-01-03'],
    ])
    await notePicture(store, at('large'), '2030-01-04')
    expect(await boundPictures(store, { count: 10, bytes: 100 })).toBe(2)
    expect(await store.paths()).toEqual(['large'])
    const left = await store.match(at('large'))
    expect([left?.headers.get('content-type'), (await left?.arrayBuffer())?.byteLength]).toEqual(['image/webp', 60])
  })

  it('of an older release count as never shown', async () => {
    const store = await fill([['known', 10, '2030-01-01']])
    await store.put(at('old'), picture(10))
    expect(await boundPictures(store, { count: 1, bytes: 1000 })).toBe(1)
    expect(await store.paths()).toEqual(['known'])
  })

  it('are written once a day for being shown', async () => {
    const store = await fill([
      ['a', 1, '2030-01-01'],
      ['b', 1, '2030-01-01'],
    ])
    await notePicture(store, at('a'), '2030-01-01')
    expect(await store.paths()).toEqual(['a', 'b'])
    await notePicture(store, at('a'), '2030-01-02')
    expect(await store.paths()).toEqual(['b', 'a'])
    await notePicture(store, at('nothing'), '2030-01-02')
    expect(await store.paths()).toEqual(['b', 'a'])
  })
})
