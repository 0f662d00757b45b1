import { atom, useAtom } from 'jotai'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { StudentAppointments } from '#shared/admissions/appointment.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { mailLink } from '../appointment.api.ts'

/** Why the last invitation to an interview was not mailed, and whose student: it stays while the file is fetched and rendered again. */
const failureAtom = atom<{ studentId: string; error: MessageId } | undefined>(undefined)

type Contact = NonNullable<StudentAppointments['contact']>

/** Mails a family the link to choose a time for the interview. `error` stays until the next try, or `forget`. */
export function useInterviewMail(
  studentId: string,
  onMailed: (seen: StudentAppointments) => unknown,
  mail: typeof mailLink = mailLink,
) {
  const [failure, setFailure] = useAtom(failureAtom)
  const { mutate, isPending } = useMutation(mail, {
    onSuccess: onMailed,
    onError: (error) => setFailure({ studentId, error }),
  })
  const forget = () => setFailure(undefined)
  const ask = (contact: Contact) => {
    forget()
    return mutate({ student_id: studentId, appointmentKind: 'interview', ...contact })
  }
  return { ask, forget, isPending, error: failure?.studentId === studentId ? failure.error : undefined }
}
