import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { customerOf, maxFailures, nobody, stepVisit } from './visit.ts'
import type { Visit, VisitEvent } from './visit.types.ts'

const amal = 'amal' as CustomerId
const badr = 'badr' as CustomerId

const after = (...events: VisitEvent[]): Visit => events.reduce(stepVisit, nobody)

describe('a visit', () => {
  test('by card and face: food is chosen at once, recognised meanwhile, paid', () => {
    const choosing = after({ type: 'named', customerId: amal, knownBy: 'card', face: true })
    expect(choosing.scene).toMatchObject({ at: 'choose', proof: null })
    expect(stepVisit(choosing, { type: 'paid', saleId: 's1' })).toBe(choosing)
    const visit = stepVisit(choosing, { type: 'recognised', customerId: amal, decisionId: 'd1', saleId: 's1' })
    expect(visit.scene).toEqual({
      at: 'choose',
      customerId: amal,
      knownBy: 'card',
      proof: { kind: 'face', decisionId: 'd1', saleId: 's1' },
    })
    expect(stepVisit(visit, { type: 'paid', saleId: 's1' }).scene).toEqual({ at: 'done', saleId: 's1' })
  })

  test('without a face: the number, then the PIN', () => {
    const visit = after(
      { type: 'began' },
      { type: 'wanted-number' },
      { type: 'named', customerId: amal, knownBy: 'number', face: false },
      { type: 'pin-right' },
    )
    expect(visit.scene).toEqual({ at: 'confirm', customerId: amal, knownBy: 'number', proof: { kind: 'pin' } })
  })

  test('another enrolled pupil before the camera is not taken for the one who was named', () => {
    const visit = after(
      { type: 'named', customerId: amal, knownBy: 'card', face: true },
      { type: 'recognised', customerId: badr, decisionId: 'd1', saleId: 's1' },
    )
    expect(visit.scene).toMatchObject({ at: 'choose', customerId: amal, proof: null, faceEnd: 'not-recognised' })
  })

  test('whom the camera did not see is told so, and it counts as no try', () => {
    const ofOne = after({ type: 'named', customerId: amal, knownBy: 'card', face: true }, { type: 'not-seen' })
    expect(ofOne).toMatchObject({ scene: { at: 'choose', customerId: amal, faceEnd: 'not-seen' }, failures: 0 })
    expect(stepVisit(ofOne, { type: 'look-again' }).scene).not.toHaveProperty('faceEnd')
    const ofClass = after(
      { type: 'began' },
      { type: 'wanted-class' },
      { type: 'wanted-face-of-class', className: '4B' },
      { type: 'not-seen' },
    )
    expect(ofClass).toMatchObject({ scene: { at: 'number', problem: 'not-seen' }, failures: 0 })
  })

  test('more than a face alone may move asks for the PIN, and goes on with the basket', () => {
    const visit = after(
      { type: 'named', customerId: amal, knownBy: 'card', face: true },
      { type: 'recognised', customerId: amal, decisionId: 'd1', saleId: 's1' },
      { type: 'needs-pin' },
    )
    expect(visit.scene).toMatchObject({ at: 'pin', problem: 'pin-first' })
    expect(stepVisit(visit, { type: 'back' }).scene).toMatchObject({ at: 'choose', proof: { kind: 'face' } })
    expect(stepVisit(visit, { type: 'pin-right' }).scene).toMatchObject({ at: 'choose', proof: { kind: 'pin' } })
  })

  test('the PIN is there at once while the face is looked for, and the way back loses nothing', () => {
    const visit = after({ type: 'named', customerId: amal, knownBy: 'card', face: true }, { type: 'wanted-pin' })
    expect(visit.scene).toMatchObject({ at: 'pin', customerId: amal })
    expect(visit.scene).not.toHaveProperty('problem')
    expect(stepVisit(visit, { type: 'back' }).scene).toMatchObject({ at: 'choose', proof: null })
  })

  test('staff can be called at any time, and the visit goes on where it was', () => {
    const before = after(
      { type: 'named', customerId: amal, knownBy: 'card', face: false },
      { type: 'pin-right' },
      { type: 'confirmed' },
    )
    const called = stepVisit(before, { type: 'asked-staff' })
    expect(called.scene).toMatchObject({ at: 'staff', why: 'asked' })
    expect(customerOf(called.scene)).toBe(amal)
    expect(stepVisit(called, { type: 'back' }).scene).toEqual(before.scene)
  })

  test('in a class nobody is named when it is not clear who it is', () => {
    const visit = after(
      { type: 'began' },
      { type: 'wanted-class' },
      { type: 'chose-class', className: '4B' },
      { type: 'wanted-face-of-class', className: '4B' },
      { type: 'unsure' },
    )
    expect(visit.scene).toEqual({ at: 'number', problem: 'unsure' })
  })
})

const anyEvent: fc.Arbitrary<VisitEvent> = fc.oneof(
  ...(
    [
      'began',
      'left',
      'wanted-number',
      'wanted-class',
      'back',
      'wanted-pin',
      'unsure',
      'not-recognised',
      'not-seen',
      'no-camera',
      'pin-right',
      'pin-wrong',
      'not-me',
      'confirmed',
      'needs-pin',
      'look-again',
      'asked-staff',
    ] as const
  ).map((type) => fc.constant<VisitEvent>({ type })),
  fc.constantFrom<VisitEvent>(
    { type: 'named', customerId: amal, knownBy: 'card', face: true },
    { type: 'named', customerId: badr, knownBy: 'number', face: false },
    { type: 'unknown', problem: 'unknown-card' },
    { type: 'chose-class', className: '4B' },
    { type: 'wanted-face-of-class', className: '4B' },
    { type: 'recognised', customerId: amal, decisionId: 'd', saleId: 's' },
    { type: 'recognised', customerId: badr, decisionId: 'd', saleId: 's' },
    { type: 'pin-impossible', why: 'no-pin' },
    { type: 'paid', saleId: 's' },
  ),
)

test('whatever is touched: nobody pays who was not confirmed, by their own PIN or their own face', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let visit = nobody
      let proven: CustomerId | undefined
      for (const event of events) {
        const before = visit.scene
        visit = stepVisit(visit, event)
        if (before.at === 'pin' && event.type === 'pin-right') proven = before.customerId
        if (before.at === 'face' && event.type === 'recognised') proven = event.customerId
        if (before.at === 'choose' && event.type === 'recognised' && before.customerId === event.customerId)
          proven = before.proof ? proven : event.customerId
        if (visit.scene.at === 'confirm') expect(visit.scene.customerId).toBe(proven)
        if (visit.scene.at === 'choose' && visit.scene.proof) expect(visit.scene.customerId).toBe(proven)
        if (visit.scene.at === 'done' && before.at === 'choose') expect(before.proof).not.toBeNull()
        expect(visit.failures).toBeLessThanOrEqual(maxFailures)
        if (visit.failures === maxFailures) expect(visit.scene.at).toBe('staff')
        if (visit.scene.at === 'attract') expect(visit).toEqual(nobody)
      }
    }),
    { numRuns: 2000 },
  )
})

test('three failures of any kind call a person, and only leaving begins again', () => {
  const visit = after(
    { type: 'began' },
    { type: 'unknown', problem: 'unknown-card' },
    { type: 'unknown', problem: 'unknown-number' },
    { type: 'unknown', problem: 'unknown-card' },
  )
  expect(visit.scene).toEqual({ at: 'staff', why: 'tries' })
  expect(stepVisit(visit, { type: 'began' })).toBe(visit)
  expect(stepVisit(visit, { type: 'left' })).toBe(nobody)
})
