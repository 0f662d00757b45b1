import type { Day } from '#shared/kernel/time.ts'

/** Steps of an application as a family sees them, in order. */
export const stepNames = ['received', 'met', 'decided', 'signed', 'deposit', 'place'] as const
export type StepName = (typeof stepNames)[number]

/** `now`: the next one, for the school to take; `yours`: for the family; `waiting`: the child is on the waiting list. */
export const stepStates = ['done', 'now', 'yours', 'waiting', 'later'] as const
export type StepState = (typeof stepStates)[number]

/** Facts about an application that a family has been told. */
export interface StepFacts {
  appliedOn: Day
  /** Appointment: none asked for, to be booked, booked for a day, or held on a day. */
  meeting: { state: 'none' | 'open' } | { state: 'booked' | 'held'; on: Day }
  /** Place on the waiting list, where the school tells it. Undefined while the family has not been told that it waits. */
  waiting: { place: number | null } | undefined
  /** The offer that is out or accepted. */
  offer:
    | {
        sentOn: Day
        /** Last day to sign. */
        until: Day
        /** Whether this guardian still has to sign. */
        isMine: boolean
        signedOn: Day | null
        /** Null where the school asks for none. */
        deposit: { paidOn: Day | null; isPaid: boolean; until: Day | null } | null
      }
    | undefined
  confirmedOn: Day | null
}

export interface Step {
  step: StepName
  state: StepState
  on: Day | null
  place: number | null
}

const plain = (step: StepName, state: StepState, on: Day | null): Step => ({ step, state, on, place: null })

/** Returns the steps of an application, with exactly one open one while it is not at its end. */
export function familySteps(facts: StepFacts): Step[] {
  const { appliedOn, confirmedOn } = facts
  const isIn = confirmedOn !== null
  const steps = [plain('received', 'done', appliedOn), ...meeting(facts), ...offerSteps(facts)]
  const isReady = steps.every(({ state }) => state === 'done')
  return [...steps, plain('place', isIn ? 'done' : isReady ? 'now' : 'later', confirmedOn)]
}

function meeting({ meeting: met, offer, confirmedOn }: StepFacts): Step[] {
  if (met.state === 'held') return [plain('met', 'done', met.on)]
  // An offer or a place without a meeting: nobody waits for it any more.
  if (met.state === 'none' || offer || confirmedOn !== null) return []
  return [plain('met', met.state === 'open' ? 'yours' : 'now', 'on' in met ? met.on : null)]
}

function offerSteps({ meeting: met, waiting, offer, confirmedOn }: StepFacts): Step[] {
  if (confirmedOn !== null && !offer) return [plain('decided', 'done', null)]
  if (!offer) {
    const isNext = met.state === 'none' || met.state === 'held'
    const decided = waiting
      ? { ...plain('decided', 'waiting', null), place: waiting.place }
      : plain('decided', isNext ? 'now' : 'later', null)
    return [decided, plain('signed', 'later', null)]
  }
  const { sentOn, until, isMine, signedOn, deposit } = offer
  const signed =
    signedOn === null ? plain('signed', isMine ? 'yours' : 'now', until) : plain('signed', 'done', signedOn)
  const steps = [plain('decided', 'done', sentOn), signed]
  if (!deposit) return steps
  if (deposit.isPaid) return [...steps, plain('deposit', 'done', deposit.paidOn)]
  return [...steps, plain('deposit', signedOn === null ? 'later' : 'yours', deposit.until)]
}
