import { describe, expect, it } from 'vitest'
import { familySteps, type StepFacts } from './family-steps.rules.ts'

const applied: StepFacts = {
  appliedOn: '2030-01-10',
  meeting: { state: 'none' },
  waiting: undefined,
  offer: undefined,
  confirmedOn: null,
}
const offer = {
  sentOn: '2030-02-01',
  until: '2030-02-10',
  isMine: true,
  signedOn: null,
  deposit: { paidOn: null, isPaid: false, until: null },
}
const said = (facts: Partial<StepFacts>) =>
  familySteps({ ...applied, ...facts }).map(({ step, state, on }) => `${step} ${state}${on === null ? '' : ` ${on}`}`)

describe('the steps of an application', () => {
  it('begin with what the school has, and wait for the school', () => {
    expect(said({})).toEqual(['received done 2030-01-10', 'decided now', 'signed later', 'place later'])
  })

  it('name a meeting only where there is one, and whose turn it is', () => {
    expect(said({ meeting: { state: 'open' } }).slice(1, 3)).toEqual(['met yours', 'decided later'])
    expect(said({ meeting: { state: 'booked', on: '2030-01-20' } }).slice(1, 3)).toEqual([
      'met now 2030-01-20',
      'decided later',
    ])
    expect(said({ meeting: { state: 'held', on: '2030-01-20' } }).slice(1, 3)).toEqual([
      'met done 2030-01-20',
      'decided now',
    ])
    // An offer came without it: nobody waits for the meeting any more.
    expect(said({ meeting: { state: 'open' }, offer })[1]).toBe('decided done 2030-02-01')
  })

  it('tell the place on the waiting list with its step', () => {
    const [, decided] = familySteps({ ...applied, waiting: { place: 4 } })
    expect(decided).toMatchObject({ step: 'decided', state: 'waiting', place: 4 })
  })

  it('lead from the offer over signature and deposit to the place', () => {
    expect(said({ offer }).slice(2)).toEqual(['signed yours 2030-02-10', 'deposit later', 'place later'])
    expect(said({ offer: { ...offer, isMine: false } })[2]).toBe('signed now 2030-02-10')
    const signed = {
      ...offer,
      isMine: false,
      signedOn: '2030-02-03',
      deposit: { ...offer.deposit, until: '2030-02-17' },
    }
    expect(said({ offer: signed }).slice(2)).toEqual([
      'signed done 2030-02-03',
      'deposit yours 2030-02-17',
      'place later',
    ])
    const paid = { ...signed, deposit: { paidOn: '2030-02-05', isPaid: true, until: null } }
    expect(said({ offer: paid }).slice(3)).toEqual(['deposit done 2030-02-05', 'place now'])
    expect(said({ offer: { ...signed, deposit: null } }).slice(2)).toEqual(['signed done 2030-02-03', 'place now'])
    expect(said({ offer: paid, confirmedOn: '2030-02-20' }).at(-1)).toBe('place done 2030-02-20')
  })

  it('have exactly one open one until the place is there', () => {
    const open = (facts: Partial<StepFacts>) => said(facts).filter((step) => / (now|yours|waiting)/.test(step)).length
    expect([{}, { meeting: { state: 'open' as const } }, { waiting: { place: null } }, { offer }].map(open)).toEqual([
      1, 1, 1, 1,
    ])
    expect(open({ confirmedOn: '2030-02-20' })).toBe(0)
  })
})
