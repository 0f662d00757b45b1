import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CloseShift, OpenShift } from '#shared/pos/shift.contract.ts'

interface Named {
  userId: string
  name: Bilingual
}

/** Who opened a shift of this till and who closed it, as far as this till knows their names. */
export function shiftPeople(
  open: Pick<OpenShift, 'by'>,
  close: Pick<CloseShift, 'by'> | undefined,
  known: readonly Named[],
): { openedBy: Bilingual | undefined; closedBy: Bilingual | undefined } {
  const nameOf = (userId: string | undefined) => known.find((each) => each.userId === userId)?.name
  return { openedBy: nameOf(open.by), closedBy: nameOf(close?.by) }
}
