import type { SeatCategorySeats } from '#shared/students/seat.contract.ts'

/** What is typed into the line of a place: texts, as they stand in the fields. */
export interface SeatDraft {
  seats: string
  overOffer: string
}

export const draftOf = ({ seats, overOffer }: SeatCategorySeats): SeatDraft => ({
  seats: String(seats),
  overOffer: String(overOffer),
})

const maxCount = 10_000

/** A count as somebody types it, also in Arabic digits; null when it is none. */
function countOf(text: string): number | null {
  const latin = text.trim().replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  const count = /^\d{1,5}$/.test(latin) ? Number(latin) : Number.NaN
  return count <= maxCount ? count : null
}

/** What is to be saved; null while nothing was changed, the field at fault when one is no count. */
export function changeIn(
  place: SeatCategorySeats,
  draft: SeatDraft,
): { seats: number; overOffer: number } | null | keyof SeatDraft {
  const [seats, overOffer] = [countOf(draft.seats), countOf(draft.overOffer)]
  if (seats === null) return 'seats'
  if (overOffer === null) return 'overOffer'
  const isSame = seats === place.seats && overOffer === place.overOffer && place.revision > 0
  return isSame ? null : { seats, overOffer }
}

/** What is typed for a place that is not in the plan yet. */
export interface PlaceDraft {
  grade: string
  year: string
  campus: string
  stream: string
  seats: string
}

/** What is to be saved of a new place; what is wrong with it where it cannot be. */
export function newPlaceIn(places: readonly SeatCategorySeats[], draft: PlaceDraft) {
  const entryYear = countOf(draft.year)
  if (entryYear === null || entryYear < 2000 || entryYear > 2200) return 'year'
  const seats = countOf(draft.seats)
  if (seats === null) return 'seats'
  const place = { campus: draft.campus.trim(), entryYear, grade: draft.grade, stream: draft.stream.trim() }
  const there = places.find(
    ({ campus, grade, stream, entryYear: year }) =>
      campus === place.campus && grade === place.grade && stream === place.stream && year === entryYear,
  )
  return there && there.revision > 0 ? 'there' : { place, seats, overOffer: there?.overOffer ?? 0, revision: 0 }
}

/** How many offers more may go out. */
export const freeSeats = ({ seats, overOffer, held, firm }: SeatCategorySeats): number =>
  seats + overOffer - held - firm
