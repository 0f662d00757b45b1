import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterSignIn } from '#client/platform/session/entry-path.ts'
import { currentSession } from '#client/platform/session/session.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { ChoosePin } from './components/choose-pin.tsx'
import { CredentialsForm } from './components/credentials-form.tsx'
import { EnterPin } from './components/enter-pin.tsx'
import { OperatorList } from './components/operator-list.tsx'
import {
  type NamedOperator,
  readTillAccess,
  rememberPin,
  signInAtTill,
  type TillAccess,
} from './pos-sign-in.actions.ts'
import css from './pos-sign-in-screen.module.css'

type Step = { at: 'names' } | { at: 'password' } | { at: 'choose-pin' } | { at: 'pin'; operator: NamedOperator }

/** How long the question waits for what this device knows, before it asks for the password as on any other device. */
const patienceMs = 3000

/** What this device knows of its till, read again whenever its names are shown; `isReading` until it is known at all. */
function useTillAccess(at: Step['at'] | undefined): { till: TillAccess | undefined; isReading: boolean } {
  const [state, setState] = useState<{ till: TillAccess | undefined; isReading: boolean }>(reading)
  useEffect(() => {
    if (at !== undefined && at !== 'names') return undefined
    const giveUp = setTimeout(() => setState(({ till }) => ({ till, isReading: false })), patienceMs)
    // A device whose storage is refused signs in by password, like any other.
    const read = readTillAccess().catch(() => undefined)
    void read.then((till) => setState({ till, isReading: false })).finally(() => clearTimeout(giveUp))
    return () => clearTimeout(giveUp)
  }, [at])
  return state
}
const reading = { till: undefined, isReading: true }

export function PosSignInScreen() {
  const { t } = useTranslation('identity.sign-in')
  const router = useRouter()
  const [chosen, setChosen] = useState<Step>()
  const { till, isReading } = useTillAccess(chosen?.at)
  const operators = till?.operators ?? []
  const step: Step = chosen ?? { at: operators.length > 0 ? 'names' : 'password' }
  const goToTill = () => void router.navigate({ href: afterSignIn('pos', undefined), replace: true })

  // Nothing is asked before it is clear what to ask: a form that turns into a list takes the tap that was meant for it.
  if (!chosen && isReading) {
    return (
      <p role="status" className={css.opening}>
        {t('pos.opening')}
      </p>
    )
  }
  if (step.at === 'pin') {
    return <EnterPin operator={step.operator} onSignedIn={goToTill} onBack={() => setChosen({ at: 'names' })} />
  }
  if (step.at === 'choose-pin') {
    return <ChoosePin onSkip={goToTill} onChosen={(pin) => rememberPin(pin).then(goToTill)} />
  }
  if (step.at === 'names') {
    return (
      <EntryCard
        title={t('pos.who')}
        lead={t('pos.whoLead')}
        elsewhere={
          <button type="button" onClick={() => setChosen({ at: 'password' })}>
            {t('pos.someoneElse')}
          </button>
        }
      >
        <OperatorList
          operators={operators}
          onChoose={(operator) => setChosen(operator.usable ? { at: 'pin', operator } : { at: 'password' })}
        />
      </EntryCard>
    )
  }
  return (
    <EntryCard
      title={t('pos.title')}
      lead={t('pos.lead')}
      elsewhere={<Elsewhere onNames={operators.length > 0 ? () => setChosen({ at: 'names' }) : undefined} />}
    >
      <CredentialsForm
        submitLabel={t('submit')}
        onSubmit={async (credentials) => {
          const refused = await signInAtTill(credentials)
          if (refused) return refused
          const { user } = currentSession()
          const hasPin = operators.some((operator) => operator.userId === user?.userId && operator.usable)
          if (till && !hasPin) setChosen({ at: 'choose-pin' })
          else goToTill()
          return undefined
        }}
      />
    </EntryCard>
  )
}

function Elsewhere({ onNames }: { onNames: (() => void) | undefined }) {
  const { t } = useTranslation('identity.sign-in')
  if (onNames) {
    return (
      <button type="button" onClick={onNames}>
        {t('pos.backToNames')}
      </button>
    )
  }
  return (
    <>
      {t('staff.question')} <Link to="/sign-in">{t('staff.link')}</Link>
    </>
  )
}
