import { useState } from 'react'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { AppointmentPage } from '#shared/admissions/appointment-booking.contract.ts'

/** The page of a link, and how it becomes another one. */
export interface OwnAppointment {
  token: string
  page: AppointmentPage
  onPage: (page: AppointmentPage) => void
  /** The page has to be read again: somebody else was faster. */
  again: () => void
}

/** Books, moves and cancels by a link. The same press again, after an answer that was lost, is the same booking. */
export function useOwnAppointment({ token, page, onPage, again }: OwnAppointment, onDone: () => void) {
  const [done, setDone] = useState<'booked' | 'cancelled'>()
  const [sent, setSent] = useState<{ of: string; id: string }>()
  const { booking } = page
  const change = async (what: 'booked' | 'cancelled', slotId = '') => {
    setDone(undefined)
    const [api, { machineClock, machineRandom }, { uuidv7 }, { OpId }] = await Promise.all([
      import('../family-appointment.api.ts'),
      import('#local/kernel/machine.ts'),
      import('#shared/kernel/ids.ts'),
      import('#shared/kernel/fields.ts'),
    ])
    if (what === 'cancelled') onPage(await api.cancel(token, booking?.id ?? ''))
    else {
      const of = `${slotId} ${booking?.id ?? ''}`
      const id = sent?.of === of ? sent.id : uuidv7(machineClock.nowMs(), machineRandom)
      setSent({ of, id })
      onPage(await api.book(token, { commandId: OpId.parse(id), slotId, seenBooking: booking?.id ?? null }))
    }
    setDone(what)
    onDone()
  }
  const { mutate, isPending, error } = useMutation(change, { onError: again })
  return { change: mutate, error, done, isPending }
}
