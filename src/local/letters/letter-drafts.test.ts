import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import { forgetEditDrafts } from '#local/storage/edit-drafts.ts'
import { LetterDraftsDb } from '#local/storage/letter-drafts-db.ts'
import { letterDraftsDbName } from '#local/storage/names.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { letterDrafts } from './letter-drafts.ts'

let nowMs = 0
const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs }
const drafts = letterDrafts('alnoor', { clock, random: seededRandom(3) })

/** Template that cannot be published: it has no Arabic text. */
const half = (en: string): LetterTemplate => ({
  title: { en: 'Waiting list', ar: '' },
  letterhead: true,
  blocks: [{ kind: 'para', layout: 'side', words: { en: [{ text: en }], ar: [] } }],
})

beforeEach(async () => {
  nowMs = Date.parse('2030-03-03T06:00:00.000Z')
  await forgetEditDrafts('alnoor')
})

it('keeps the last words of each letter, with the copy that they were typed upon, until they are dropped', async () => {
  await drafts.keep('rania', 'waiting-list', { revision: 3, template: half('You') })
  nowMs += 1000
  await drafts.keep('rania', 'waiting-list', { revision: 3, template: half('You are') })
  await drafts.keep('rania', 'rejection', { revision: 0, template: half('Sorry') })
  expect(await drafts.of('rania', 'waiting-list')).toEqual({ revision: 3, template: half('You are'), atMs: nowMs })
  await drafts.drop('rania', 'waiting-list')
  expect(await drafts.of('rania', 'waiting-list')).toBeUndefined()
  expect(await drafts.hasAny('rania')).toBe(true)
})

it('are the own ones of each person, sealed, and gone with their key at a sign-out', async () => {
  await drafts.keep('rania', 'waiting-list', { revision: 3, template: half('A word about Sara') })
  expect(await drafts.of('omar', 'waiting-list')).toBeUndefined()
  expect(await drafts.hasAny('omar')).toBe(false)
  const db = new LetterDraftsDb(letterDraftsDbName('alnoor'))
  const [row] = await db.drafts.toArray()
  db.close()
  const bytes = new TextDecoder().decode(row?.content.data)
  expect(JSON.stringify(row) + bytes).not.toContain('about Sara')
  await forgetEditDrafts('alnoor')
  expect(await drafts.hasAny('rania')).toBe(false)
})

it('gives nothing of what is no letter any more', async () => {
  const old = { title: 'of another release' } as unknown as LetterTemplate
  await drafts.keep('rania', 'waiting-list', { revision: 1, template: old })
  expect(await drafts.of('rania', 'waiting-list')).toBeUndefined()
})
