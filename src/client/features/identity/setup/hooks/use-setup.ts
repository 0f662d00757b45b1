import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageIdOf } from '#client/platform/refused.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { SetupValues } from '#local/identity/setup-draft.ts'
import type { SetupState } from '#shared/identity/setup.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { administratorProblems, codeOf, type FieldProblems, firstValues, schoolProblems } from '../setup-values.ts'

const work = () => import('../setup-work.ts')

/** The school that was created, as shown once. */
export interface CreatedSchool {
  address: string
  isMailed: boolean
  link: string | null
  hours: number
}

type Step = 'school' | 'administrator'
const isClear = (problems: FieldProblems) => Object.keys(problems).length === 0

interface Opened {
  /** Undefined while the link is being opened, or when nobody could be asked. */
  state: SetupState | undefined
  error?: MessageId
}

interface Found extends Opened {
  addresses?: string
  kept?: SetupValues | undefined
}

/** Opens the link: what it is worth, the addresses of schools, and what an earlier visit has typed. */
async function openLink(token: string): Promise<Found> {
  try {
    const { checkLink, keptValues } = await work()
    const [{ state, addresses }, kept] = await Promise.all([checkLink(token), keptValues()])
    return { state, addresses, kept }
  } catch (thrown) {
    return { state: undefined, error: messageIdOf(thrown) }
  }
}

function useOpening(token: string | undefined) {
  const [opened, setOpened] = useState<Opened>({ state: token === undefined ? 'unknown' : undefined })
  const [addresses, setAddresses] = useState('')
  const [values, setValues] = useState<SetupValues>(firstValues)
  const show = useCallback(({ kept, ...found }: Found) => {
    if (kept) setValues(kept)
    setAddresses(found.addresses ?? '')
    setOpened(found)
  }, [])
  useEffect(() => {
    if (token !== undefined) void openLink(token).then(show)
  }, [token, show])
  const retry = () => {
    setOpened({ state: undefined })
    void openLink(token ?? '').then(show)
  }
  return { opened, setState: (state: SetupState) => setOpened({ state }), addresses, values, setValues, retry }
}

/** Keeps what is typed on this device; `isKept` once the last edit is there. */
function useKeeping() {
  const [isKept, setKept] = useState(false)
  const edits = useRef(0)
  const keep = (values: SetupValues) => {
    const no = edits.current + 1
    edits.current = no
    setKept(false)
    void work()
      .then(({ keepValues }) => keepValues(values))
      .then(() => setKept(edits.current === no))
  }
  return { isKept, keep }
}

/** The two pages on which a school is created, and what came of them. */
export function useSetup(token: string | undefined) {
  const { i18n } = useTranslation()
  const { opened, setState, addresses, values, setValues, retry } = useOpening(token)
  const [step, setStep] = useState<Step>('school')
  const [problems, setProblems] = useState<FieldProblems>({})
  const [created, setCreated] = useState<CreatedSchool>()
  const { isKept, keep } = useKeeping()
  const given = token ?? ''

  const next = useMutation(async () => {
    const found = await (await work()).checkLink(given, codeOf(values))
    if (found.state !== 'open') return setState(found.state)
    if (found.code === 'free') return setStep('administrator')
    setProblems({ code: `code.${found.code ?? 'malformed'}` })
  })
  const create = useMutation(async () => {
    const { createSchool, forgetValues } = await work()
    const reply = await createSchool(given, { code: codeOf(values), values }, i18n.language === 'ar' ? 'ar' : 'en')
    if (reply.made) {
      setCreated(reply)
      return forgetValues()
    }
    if (reply.problem !== 'code-taken') return setState(reply.problem)
    setProblems({ code: 'code.taken' })
    setStep('school')
  })

  const change = (changes: Partial<SetupValues>) => {
    const changed = { ...values, ...changes }
    setValues(changed)
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in changes))))
    keep(changed)
  }
  const submit = () => {
    const found = step === 'school' ? schoolProblems(values) : administratorProblems(values)
    setProblems(found)
    if (isClear(found)) void (step === 'school' ? next : create).mutate()
  }
  const back = () => {
    setProblems({})
    setStep('school')
  }
  return {
    ...opened,
    addresses,
    values,
    step,
    problems,
    created,
    retry,
    sendingError: step === 'school' ? next.error : create.error,
    isSending: next.isPending || create.isPending,
    isKept,
    change,
    submit,
    back,
  }
}
