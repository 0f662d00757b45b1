import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  adoptRemoteCopy,
  mailedCopy,
  type RemoteDraft,
  resolveDraftCopies,
  retainLocalCopy,
  storedCopy,
  withChange,
} from '#local/forms/bring-copy.ts'
import type { Draft } from '#local/forms/drafts.ts'
import { askCriteria, CriteriaLink, readFormValues, saveFormValues } from '#shared/forms/criteria.contract.ts'
import { withFilesOf } from '#shared/forms/draft-copies.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import { mailTo } from '#tests/support/account-kit.ts'
import { openTestWorld, seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { openTestTime, testStartMs } from '#tests/support/devices/test-time.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { openFormBrowser } from '#tests/support/forms/form-browser.ts'
import { criteriaForm, publish } from '#tests/support/forms/test-form.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const code = 'criteria-test'

/** A family's phone, with a clock of its own. */
async function openPhone(seed: number, skewMs = 0) {
  const world = openTestWorld(seed, openTestTime(testStartMs + skewMs))
  const wire = () => Promise.reject(new TypeError('no network'))
  const page = await openFormBrowser('alnoor', world, wire, () =>
    Promise.reject(new TypeError('no network')),
  ).openPage()
  return { drafts: page.forms.drafts, world }
}

const id = '01900000-0000-7000-8000-00000000000a'
const file = { fileId: 'f1', name: 'a.pdf', bytes: 9, sha256: 'h', kind: 'pdf' as const }
const mine: Draft = { id, slug: 'enquiry', version: 1, startedAt: toInstant(testStartMs), answers: { name: 'Hind' } }
const there = (revision: number, answers: Answers): RemoteDraft => ({ ...mine, answers, revision })

describe('two copies of one draft', () => {
  it('are told apart by what was seen, however wrong the phone’s clock is', async () => {
    for (const skewMs of [-10 * minuteMs, 10 * minuteMs]) {
      const { drafts } = await openPhone(1, skewMs)
      await resolveDraftCopies(drafts, storedCopy, undefined, there(1, { name: 'Hind' }))
      const seen = await drafts.read(id)
      if (!seen) throw new Error('nothing was brought')
      // Typed after the last save, and opened again: it stays.
      await drafts.keep(withChange(seen, { name: 'Hind Al Mana' }))
      expect(await resolveDraftCopies(drafts, storedCopy, await drafts.read(id), there(1, { name: 'Hind' }))).toBe(
        'brought',
      )
      expect((await drafts.read(id))?.answers).toEqual({ name: 'Hind Al Mana' })
      // Another device was there too: nothing is touched before a person has chosen.
      expect(await resolveDraftCopies(drafts, storedCopy, await drafts.read(id), there(2, { name: 'Saleh' }))).toBe(
        'choose',
      )
      expect((await drafts.read(id))?.answers).toEqual({ name: 'Hind Al Mana' })
    }
  })

  it('are one again where nothing was written here since, and a link knows only its own', async () => {
    const { drafts } = await openPhone(2)
    await resolveDraftCopies(drafts, mailedCopy('one'), undefined, there(1, { name: 'Hind' }))
    expect(
      await resolveDraftCopies(drafts, mailedCopy('one'), await drafts.read(id), there(2, { name: 'Saleh' })),
    ).toBe('brought')
    expect((await drafts.read(id))?.answers).toEqual({ name: 'Saleh' })
    expect(await resolveDraftCopies(drafts, mailedCopy('two'), await drafts.read(id), there(2, { name: 'Hind' }))).toBe(
      'choose',
    )
  })

  it('keep the files that were chosen here, each with the child it belongs to', async () => {
    const { drafts } = await openPhone(3)
    const here: Draft = { ...mine, answers: { name: 'Hind', papers: [file] } }
    await adoptRemoteCopy(drafts, mailedCopy('one'), here, there(4, { name: 'Saleh' }))
    expect(await drafts.read(id)).toMatchObject({ answers: { name: 'Saleh', papers: [file] }, link: { revision: 4 } })
    const children = [
      { name: 'Sara', nation: 'QA', scan: [file] },
      { name: 'Ali', nation: 'QA' },
    ]
    const swapped: Answers[] = [{ nation: 'QA', name: 'Ali' }, { nation: 'QA', name: 'Sara' }, { name: 'Noor' }]
    expect(withFilesOf({ children }, { children: swapped })).toEqual({
      children: [swapped[0], { ...swapped[1], scan: [file] }, swapped[2]],
    })
    // A child put before this one takes none of its files; one that was only renamed keeps them.
    const before: Answers[] = [
      { nation: 'QA', name: 'Noor' },
      { nation: 'QA', name: 'Sara' },
    ]
    const sara: Answers = { name: 'Sara', nation: 'QA', scan: [file] }
    const known = withFilesOf({ children: [sara] }, { children: before })
    expect(known).toEqual({ children: [before[0], { ...before[1], scan: [file] }] })
    const renamed = withFilesOf({ children: [sara] }, { children: [{ name: 'Sarah' }] })
    expect(renamed).toEqual({ children: [{ name: 'Sarah', scan: [file] }] })
  })
})

describe('two devices at one criteria link', () => {
  let box: Box
  beforeAll(async () => {
    box = await openBox('pglite')
  })
  afterAll(() => box.close())

  it.each(Array.from({ length: 12 }, (_, i) => i + 1))(
    'lose nothing that was typed, unless somebody chose so (%i)',
    async (seed) => {
      const family = await openFamily(box, seed)
      for (let step = 0; step < 40; step += 1) await family.step()
      await family.expectNothingLost()
    },
  )
})

async function openFamily(box: Box, seed: number) {
  const school = `school${seed}`
  const made = await makeSchool(box, school)
  await publish(box, made, criteriaForm(), code)
  const officer = await signInAs(box, made, `officer${seed}`, ['admission-officer'])
  const email = `copies${seed}@home.example`
  const input = { submissionId: null, code, subject: 'Sara', email, language: 'ar' }
  const link = CriteriaLink.parse((await call(box.app, officer, askCriteria, input)).body.link)
  const by = { token: (await mailTo(box, email)).token, sims_criteria_code: code }
  const random = seededRandom(seed)
  const below = (most: number) => (random.bytes(1)[0] ?? 0) % most
  const devices = [await openPhone(seed * 2, -10 * minuteMs), await openPhone(seed * 2 + 1, 10 * minuteMs)]
  const from = { school, address: '10.7.1.1' }
  /** What a person has given up by choosing the other, or has written over where it was typed. */
  const givenUp = new Set<unknown>()
  const typed: string[] = []

  const fetchThere = async (): Promise<RemoteDraft | undefined> => {
    const { values, formData } = readFormValues.reply.parse((await call(box.app, from, readFormValues, by)).body)
    if (formData.updatedAt === null) return undefined
    const { version, askedAt, revision } = formData
    return { id: link.id, slug: code, version, startedAt: askedAt, answers: values as Answers, revision }
  }
  const choose = async (drafts: (typeof devices)[number]['drafts'], here: Draft, there: RemoteDraft) => {
    const isOther = below(2) === 0
    givenUp.add((isOther ? here : there).answers['name'])
    await (isOther
      ? adoptRemoteCopy(drafts, storedCopy, here, there)
      : retainLocalCopy(drafts, storedCopy, here, there))
  }
  const open = async ({ drafts }: (typeof devices)[number]) => {
    const [here, there] = [await drafts.latest(code), await fetchThere()]
    if (there && (await resolveDraftCopies(drafts, storedCopy, here, there)) === 'choose' && here)
      await choose(drafts, here, there)
  }
  const type = async ({ drafts }: (typeof devices)[number]) => {
    const here = (await drafts.latest(code)) ?? { ...mine, id: link.id, slug: code, answers: {} }
    const name = `text ${typed.length}`
    typed.push(name)
    if (here.answers['name'] !== undefined) givenUp.add(here.answers['name'])
    await drafts.keep(withChange(here, { ...here.answers, name }))
  }
  const save = async ({ drafts }: (typeof devices)[number]) => {
    const here = await drafts.latest(code)
    if (!here) return
    const formData = { version: 1, language: 'ar', isFinal: false, seen: here.revision ?? 0 }
    const before = await fetchThere()
    const { status, body } = await call(box.app, from, saveFormValues, { ...by, values: here.answers, formData })
    if (status === 409) {
      const there = await fetchThere()
      if (there) await choose(drafts, here, there)
      return
    }
    expect(status).toBe(200)
    // Written over: only by who has seen it, and so has typed over it or chosen.
    const old = before?.answers['name']
    if (old !== undefined && old !== here.answers['name']) expect(givenUp).toContain(old)
    const isLost = below(4) === 0
    if (!isLost) await drafts.keep(storedCopy.with(here, saveFormValues.reply.parse(body).formData.revision, true))
  }
  const acts = [open, type, type, save]
  return {
    step: async () => {
      const device = devices[below(2)]
      if (device) await acts[below(acts.length)]?.(device)
    },
    expectNothingLost: async () => {
      const names = [await fetchThere(), ...(await Promise.all(devices.map(({ drafts }) => drafts.latest(code))))]
      const kept = new Set(names.map((each) => each?.answers['name']))
      for (const name of typed) expect(kept.has(name) || givenUp.has(name), name).toBe(true)
    },
  }
}
