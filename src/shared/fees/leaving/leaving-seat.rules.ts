import { sum } from '#shared/kernel/money.ts'
import { type LeavingCase, type LeavingComponent, tuitionOf } from './child-leaving.rules.ts'
import type { LeavingCharge } from './kept-by-charge.rules.ts'

interface Facts<Of extends LeavingComponent> {
  components: readonly Of[]
  charges: readonly LeavingCharge[]
  /** What the seat deposit settled, by charge, and what of it is not applied yet, in minor units. */
  deposits: ReadonlyMap<string, number>
  left: number
  /** Whether seat money that is billed lowers tuition. */
  isOffTuition: boolean
}

interface WithSeat<Of extends LeavingComponent> {
  components: Of[]
  charges: LeavingCharge[]
  seat: LeavingCase['seat']
}

/**
 * Counts seat money that lowers tuition as the part of tuition that it is, so that a year and a term have their whole fee and nothing
 * is kept twice. @returns tuition with its seat money, the charges by the component that they count for, and the seat money paid
 */
export function withSeat<Of extends LeavingComponent>({
  components,
  charges,
  deposits,
  left,
  isOffTuition,
}: Facts<Of>): WithSeat<Of> {
  const tuition = tuitionOf(components)
  const seats = new Set<LeavingComponent>(
    components.filter(({ kind }) => tuition !== undefined && isOffTuition && kind === 'registration'),
  )
  const codes = new Set([...seats].map(({ code }) => code))
  const ofSeat = charges.filter(({ component }) => codes.has(component))
  const ofTuition = charges.filter(({ component }) => component === tuition?.code)
  const deposit = sum(ofTuition.map(({ chargeId }) => deposits.get(chargeId) ?? 0))
  const fee = sum([...seats].flatMap(({ parts }) => parts.map((part) => part.fee)))
  const whole = Math.min(fee, sum(ofSeat.map(({ paid }) => paid)) + deposit + left)
  return {
    components: components
      .filter((each) => !seats.has(each))
      .map((each) => (each === tuition ? { ...each, parts: addParts([each, ...seats]) } : each)),
    charges: charges.map((charge) =>
      tuition && codes.has(charge.component) ? { ...charge, component: tuition.code, isSeat: true } : charge,
    ),
    seat: { applied: seats.size === 0 ? deposit : Math.max(0, whole - left), left },
  }
}

const addParts = (components: readonly LeavingComponent[]): LeavingComponent['parts'] =>
  [
    ...Map.groupBy(
      components.flatMap(({ parts }) => parts),
      ({ part }) => part,
    ),
  ].map(([part, of]) => ({
    part,
    fee: sum(of.map((each) => each.fee)),
    billed: sum(of.map((each) => each.billed)),
    paid: sum(of.map((each) => each.paid)),
  }))
