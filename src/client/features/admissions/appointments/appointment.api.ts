import { endCalendarLink, makeCalendarLink, readCalendarLink } from '#shared/admissions/calendar-link.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import * as calls from '#shared/admissions/appointment.contract.ts'
import * as bookingCalls from '#shared/admissions/appointment-booking.contract.ts'

export const readAppointments = (studentId: string) => ask(bookingCalls.studentAppointments, { student_id: studentId })
export const book = (input: z.input<typeof bookingCalls.bookSlot.body>) => ask(bookingCalls.bookSlot, input)
export const settle = (input: z.input<typeof bookingCalls.settleBooking.body>) => ask(bookingCalls.settleBooking, input)
export const mailLink = (input: z.input<typeof bookingCalls.appointmentLink.body>) =>
  ask(bookingCalls.appointmentLink, input)
export const readDays = (firstDay: string, lastDay: string) => ask(calls.slotList, { firstDay, lastDay })
export const make = (input: z.input<typeof calls.makeSlots.body>) => ask(calls.makeSlots, input)
export const removeSlot = (slotId: string) => ask(calls.endSlot, { slotId })

export type SlotDays = z.infer<typeof calls.slotList.reply>
export type SlotQuery = z.input<typeof calls.makeSlots.body>

export const fetchCalendarLink = async () => (await ask(readCalendarLink, {})).link
export const putCalendarLink = (language: Language) => ask(makeCalendarLink, { language })
export const dropCalendarLink = () => ask(endCalendarLink, {})
