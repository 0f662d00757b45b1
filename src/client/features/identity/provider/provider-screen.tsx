import { useRouter } from '@tanstack/react-router'
import { atom, useAtom } from 'jotai'
import { lazy, Suspense, type SyntheticEvent, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { TypedConfirm } from '#client/ui/fields/typed-confirm.tsx'
import type { ProvidedSchool, ProviderFactorAsked } from '#shared/identity/provider.contract.ts'
import css from '../setup/components/setup.module.css'
import { makeSetupLink, removeDemos, schoolsOf, signIn, signOut } from './provider-work.ts'
import providerStyles from './provider.module.css'
import { SchoolCard } from './school-card.tsx'

const ProviderFactorStep = lazy(async () => ({
  default: (await import('./provider-factor-step.tsx')).ProviderFactorStep,
}))

/** Signs a provider in by its password and its second factor. */
export function ProviderSignIn({ onEnter }: { onEnter: (token: string) => void }) {
  const [asked, setAsked] = useState<ProviderFactorAsked>()
  if (!asked) return <PasswordCard onEnter={onEnter} onAsked={setAsked} />
  return (
    <Suspense fallback={null}>
      <ProviderFactorStep asked={asked} onEnter={onEnter} onAgain={() => setAsked(undefined)} />
    </Suspense>
  )
}

interface PasswordProps {
  onEnter: (token: string) => void
  onAsked: (asked: ProviderFactorAsked) => void
}

function PasswordCard({ onEnter, onAsked }: PasswordProps) {
  const { t } = useTranslation('identity.setup')
  const errorText = useErrorText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { mutate, isPending, error } = useMutation(signIn, {
    onSuccess: async (reply) => {
      if (reply.entered) return onEnter(reply.token)
      if (reply.secondFactor === null) return setIsWrong(true)
      await loadWords('identity.second-factor')
      onAsked(reply.secondFactor)
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsWrong(false)
    void mutate(email.trim(), password)
  }
  return (
    <EntryCard title={t('provider.signIn.title')} lead={t('provider.signIn.lead')}>
      <form noValidate className={css.form} onSubmit={submit}>
        <TextField
          label={t('provider.signIn.email')}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
        <TextField
          label={t('provider.signIn.password')}
          type="password"
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onChange={setPassword}
        />
        {isWrong && <InlineNotice tone="problem">{t('provider.signIn.wrong')}</InlineNotice>}
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
        <ActionButton isWorking={isPending}>{t('provider.signIn.enter')}</ActionButton>
      </form>
    </EntryCard>
  )
}

/** The provider's session; a reload ends it on this page. */
const tokenAtom = atom<string | null>(null)

/** Where the provider of an installation signs in and sees its schools: the set-up page without a link. */
export function ProviderScreen() {
  const [token, setToken] = useAtom(tokenAtom)
  if (token === null) return <ProviderSignIn onEnter={setToken} />
  return <ProvidedSchools token={token} onLeave={() => setToken(null)} />
}

interface SchoolsProps {
  token: string
  onLeave: () => void
}

/** All schools of the installation, with the ways to create one more and to let an administrator in. */
function ProvidedSchools({ token, onLeave }: SchoolsProps) {
  const { t } = useTranslation('identity.setup')
  const errorText = useErrorText()
  const { history } = useRouter()
  const [search, setSearch] = useState('')
  const [more, setMore] = useState<{ search: string; schools: ProvidedSchool[]; hasMore: boolean }>()
  const question = useCallback(() => schoolsOf(token, search), [token, search])
  const { answer, failure, again } = useAnswer(question)
  const added = more?.search === search ? more : undefined
  const schools = [...(answer?.schools ?? []), ...(added?.schools ?? [])]
  const create = useMutation(makeSetupLink, { onSuccess: ({ path }) => history.push(path) })
  const leave = useMutation(signOut, { onSettled: onLeave })
  const demos = useMutation(removeDemos, { onSuccess: again })
  const next = useMutation(async () => {
    const page = await schoolsOf(token, search, schools.at(-1)?.code)
    setMore({ search, schools: [...(added?.schools ?? []), ...page.schools], hasMore: page.hasMore })
  }, {})
  const problem = failure ?? create.error ?? demos.error ?? next.error
  return (
    <section className={providerStyles.page} aria-labelledby="provided-schools">
      <Head onCreate={() => void create.mutate({ token })} onLeave={() => void leave.mutate(token)} />
      <p className={css.soft}>{t('provider.text')}</p>
      <TextField label={t('provider.search')} type="search" maxLength={100} value={search} onChange={setSearch} />
      {problem && <InlineNotice tone="problem">{errorText(problem)}</InlineNotice>}
      {answer && schools.length === 0 && <p>{t('provider.none')}</p>}
      <ul className={providerStyles.schools}>
        {schools.map((school) => (
          <SchoolCard
            key={school.code}
            token={token}
            school={school}
            onCopy={(template) => void create.mutate({ token, template })}
          />
        ))}
      </ul>
      {(added ?? answer)?.hasMore && (
        <button type="button" className={css.plain} onClick={() => void next.mutate()}>
          {t('provider.more')}
        </button>
      )}
      {answer?.hasDemo && (
        <TypedConfirm
          title={t('provider.demo.title')}
          text={t('provider.demo.text')}
          word={t('provider.demo.word')}
          label={t('provider.demo.label', { word: t('provider.demo.word') })}
          action={t('provider.demo.remove')}
          isWorking={demos.isPending}
          onConfirm={() => void demos.mutate(token)}
        />
      )}
    </section>
  )
}

function Head({ onCreate, onLeave }: { onCreate: () => void; onLeave: () => void }) {
  const { t } = useTranslation('identity.setup')
  return (
    <div className={providerStyles.head}>
      <h1 id="provided-schools">{t('provider.title')}</h1>
      <button type="button" className={css.plain} onClick={onCreate}>
        {t('provider.create')}
      </button>
      <button type="button" className={css.plain} onClick={onLeave}>
        {t('provider.signOut')}
      </button>
    </div>
  )
}
