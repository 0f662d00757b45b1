import { ask } from '#client/platform/http.ts'
import { bookByLink, cancelByLink, openAppointment } from '#shared/admissions/appointment-booking.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'

/*
 * What the family's page does. Fetched after the first paint: it brings the client of the server along.
 */

const cut = (token: string) => token.slice(0, 2000)

export const open = (token: string) => ask(openAppointment, { token: cut(token) })
export const book = (token: string, of: { commandId: OpId; slotId: string; seenBooking: string | null }) =>
  ask(bookByLink, { token: cut(token), ...of })
export const cancel = (token: string, id: string) => ask(cancelByLink, { token: cut(token), id })
