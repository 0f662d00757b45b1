import { expect, it } from 'vitest'
import { readListing } from './listing.rules.ts'

const bus = { name: { en: 'Bus', ar: 'الحافلة' }, text: null, url: 'https://bus.example/app' }

it('reads a list in any of the usual shapes', () => {
  const entry = { title: { en: 'Bus', ar: 'الحافلة' }, link: 'https://bus.example/app' }
  for (const body of [[entry], { result: [entry] }, { data: { items: [entry] } }, { connections: [entry] }])
    expect(readListing(body)).toEqual([bus])
  expect(readListing([{ name: 'Bus', name_ar: 'الحافلة', href: 'https://bus.example/app' }])).toEqual([bus])
  expect(readListing(['Library'])).toEqual([{ name: { en: 'Library', ar: 'Library' }, text: null, url: null }])
})

it('leaves out what has no name, and addresses that are none over TLS', () => {
  const wrong = [{ url: 'https://x.example' }, { name: 7 }, null, { name: ' ' }]
  expect(readListing(wrong)).toEqual([])
  for (const url of ['javascript:alert(1)', 'http://bus.example', 'bus'])
    expect(readListing([{ name: 'Bus', url }])).toMatchObject([{ url: null }])
})

it('takes nothing else for a listing', () => {
  for (const body of ['no', 7, null, {}, { data: { data: { data: [] } } }]) expect(readListing(body)).toBeUndefined()
  expect(readListing(Array.from({ length: 500 }, () => 'Bus'))).toHaveLength(200)
})
