import type { Day } from '#shared/kernel/time.ts'

/*
 * How one document of one student stands, and which steps change it, as data: the server decides by it, screens show what it
 * allows, and the tests walk over it.
 */

/** `expired` is nobody's step: a day has passed, that of the paper itself or of a promise to bring it. */
export const documentStates = [
  'missing',
  'uploaded',
  'in-review',
  'approved',
  'rejected',
  'waived',
  'undertaking',
  'expired',
] as const
export type DocumentState = (typeof documentStates)[number]
export type StoredState = Exclude<DocumentState, 'expired'>

/** What somebody does with a document. */
export const documentActs = [
  'upload',
  'take-up',
  'approve',
  'reject',
  'waive',
  'undertake',
  'ask-again',
  'set-expiry',
] as const
export type DocumentAct = (typeof documentActs)[number]

/** In which capacity: a family by its link, the desk that takes papers in and judges them, or those who may do without one. */
export type DocumentActorRole = 'family' | 'desk' | 'lead'

export interface DocumentStep {
  readonly act: DocumentAct
  readonly from: readonly DocumentState[]
  readonly to: StoredState
  readonly by: readonly DocumentActorRole[]
  /** What has to be said with it: a reason, or a day. */
  readonly says?: 'reason' | 'day'
}

const staff = ['desk'] as const

export const documentSteps: readonly DocumentStep[] = [
  // Another page of the same paper, or a better photograph, comes as long as nobody has decided.
  {
    act: 'upload',
    from: ['missing', 'uploaded', 'in-review', 'rejected', 'undertaking', 'expired'],
    to: 'uploaded',
    by: ['family', ...staff],
  },
  { act: 'upload', from: ['approved', 'waived'], to: 'uploaded', by: staff },
  { act: 'take-up', from: ['uploaded'], to: 'in-review', by: staff },
  { act: 'approve', from: ['uploaded', 'in-review'], to: 'approved', by: staff },
  { act: 'reject', from: ['uploaded', 'in-review', 'approved'], to: 'rejected', by: staff, says: 'reason' },
  {
    act: 'waive',
    from: ['missing', 'uploaded', 'in-review', 'rejected', 'undertaking', 'expired'],
    to: 'waived',
    by: ['lead'],
    says: 'reason',
  },
  {
    act: 'undertake',
    from: ['missing', 'rejected', 'undertaking', 'expired'],
    to: 'undertaking',
    by: staff,
    says: 'day',
  },
  { act: 'ask-again', from: ['approved', 'waived', 'undertaking', 'expired'], to: 'missing', by: ['lead'] },
  { act: 'set-expiry', from: ['approved', 'expired'], to: 'approved', by: staff, says: 'day' },
]

/** What is kept of a document. A promise stays while what was brought is looked at: it ends when somebody decides. */
export interface Standing {
  state: StoredState
  /** The last day on which the paper is good; null for one that stays good, or whose day nobody has read. */
  expiresOn: Day | null
  /** The last day of the family's promise to bring it. */
  promisedUntil: Day | null
}

export const nothingYet: Standing = { state: 'missing', expiresOn: null, promisedUntil: null }

const isOver = (day: Day | null, today: Day): boolean => day !== null && day < today

/** How it stands on a day. */
export function stateOn({ state, expiresOn, promisedUntil }: Standing, today: Day): DocumentState {
  const isExpired =
    (state === 'approved' && isOver(expiresOn, today)) || (state === 'undertaking' && isOver(promisedUntil, today))
  return isExpired ? 'expired' : state
}

/** Whether nothing more is needed for now: approved, waived, or promised and not yet due. */
export function isSettledOn(standing: Standing, today: Day): boolean {
  const state = stateOn(standing, today)
  const { promisedUntil } = standing
  return state === 'approved' || state === 'waived' || (promisedUntil !== null && promisedUntil >= today)
}

/** The step that leads on from there and that one of these may take; without movers, anybody's. */
export const findStep = (
  state: DocumentState,
  act: DocumentAct,
  movers?: readonly DocumentActorRole[],
): DocumentStep | undefined =>
  documentSteps.find(
    (step) =>
      step.act === act && step.from.includes(state) && (!movers || step.by.some((each) => movers.includes(each))),
  )

/** What may be done from here by one of these. */
export const actsFrom = (state: DocumentState, movers: readonly DocumentActorRole[]): DocumentAct[] =>
  documentActs.filter((act) => findStep(state, act, movers))

/** How it stands after a step; `day` is that of the paper or of the promise. */
export function after(step: DocumentStep, before: Standing, day: Day | null): Standing {
  const { to: state } = step
  switch (step.act) {
    case 'upload':
    case 'take-up':
    case 'reject':
      // A paper that was good until now is another one from here on; a promise still counts.
      return { state, expiresOn: null, promisedUntil: before.promisedUntil }
    case 'approve':
    case 'set-expiry':
      return { state, expiresOn: day, promisedUntil: null }
    case 'undertake':
      return { state, expiresOn: null, promisedUntil: day }
    case 'waive':
    case 'ask-again':
      return { state, expiresOn: null, promisedUntil: null }
  }
}
