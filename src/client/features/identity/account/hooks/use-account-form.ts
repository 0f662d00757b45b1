// chunk: account
import { useState } from 'react'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import type { Refused } from '#client/platform/refused.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { Problem } from '#client/ui/fields/error-summary.tsx'

/** The inputs of a form, from above to below. */
type InputIds = Readonly<Record<string, string>>

/** What is wrong with a form, and whether it is being sent. Nothing that was typed is touched by either. */
export function useAccountForm(inputIds: InputIds = {}) {
  const refusedText = useRefusedText()
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const { mutate, isPending } = useMutation(
    (work: () => Promise<Refused | undefined>) => {
      setProblems([])
      return work()
    },
    {
      onSuccess: (refused) => {
        if (!refused) return
        const inputId = refused.field === undefined ? undefined : inputIds[refused.field]
        setProblems([{ message: refusedText(refused), ...(inputId === undefined ? {} : { inputId }) }])
      },
    },
  )
  return {
    problems,
    isPending,
    /** `work` answers why it was refused, or nothing. */
    send: mutate,
    /** For a form that was not sent: what is missing, field by field. */
    complain: (errors: Partial<Record<string, unknown>>) =>
      setProblems(
        Object.entries(inputIds)
          .filter(([field]) => errors[field])
          .map(([field, inputId]) => ({ message: String(errors[field]), inputId })),
      ),
  }
}

export type AccountFormState = ReturnType<typeof useAccountForm>
