import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { refreshSchool } from '#client/platform/session/tenant.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { type LogoRefusal, logoRefusals } from '#shared/school/logo.rules.ts'
import type { SchoolSettings } from '#shared/school/settings/school-settings.contract.ts'
import type { LogoInput } from '#shared/school/settings/school-logo.contract.ts'
import { refreshAppIcons } from './app-icons.ts'
import css from '../settings.module.css'
import { LastChange } from '../last-change.tsx'
import { readSettings, saveLogo } from '../settings.api.ts'

type Logo = SchoolSettings['logo']

/** Why a logo was not taken: the picture itself, or the call. */
type Reason = { refused: LogoRefusal } | { error: MessageId }

function reasonOf(thrown: unknown): Reason {
  const refused = thrown instanceof AppError && logoRefusals.find((each) => each === thrown.field)
  return refused ? { refused } : { error: messageIdOf(thrown) }
}

/** The logo of all pages: the one of now, another in its place, or none. It changes at once. */
export function LogoSection(opened: Logo) {
  const { t } = useTranslation('school.settings')
  const id = useId()
  const school = useAtomValue(schoolAtom)
  const [logo, setLogo] = useState(opened)
  const [isDone, setDone] = useState(false)
  const work = useMutation((input: LogoInput) => saveLogo(logo.version, input), {
    reasonOf,
    onSuccess: async () => {
      await refreshSchool()
      setLogo((await readSettings()).logo)
      setDone(true)
      await refreshAppIcons()
    },
  })
  const look = async () => {
    await refreshSchool()
    setLogo((await readSettings()).logo)
    work.reset()
  }
  const send = (input: LogoInput) => {
    setDone(false)
    void work.mutate(input)
  }
  return (
    <section aria-labelledby={id} className={css.logo}>
      <h2 id={id} className={css.section}>
        {t('logo.title')}
      </h2>
      {school?.logo ? <img src={school.logo} alt={t('logo.alt')} className={css.picture} /> : <p>{t('logo.none')}</p>}
      <LastChange changed={logo.changed} />
      <LogoWays isWorking={work.isPending} hasLogo={Boolean(school?.logo)} onChoose={send} />
      <div role="status">
        {work.isPending && <p>{t('logo.working')}</p>}
        {isDone && <p>{t('logo.done')}</p>}
      </div>
      {work.error && <LogoProblem reason={work.error} onLook={() => void look()} />}
    </section>
  )
}

interface WaysProps {
  isWorking: boolean
  hasLogo: boolean
  onChoose: (logo: LogoInput) => void
}

function LogoWays({ isWorking, hasLogo, onChoose }: WaysProps) {
  const { t } = useTranslation('school.settings')
  const [refused, setRefused] = useState<LogoRefusal>()
  const take = async (file: File) => {
    const { logoOf } = await import('./logo-file.ts')
    const made = await logoOf(file)
    setRefused('refused' in made ? made.refused : undefined)
    if ('logo' in made) onChoose(made.logo)
  }
  return (
    <>
      <div className={css.foot}>
        <FileButton
          accept="image/svg+xml,image/png,image/jpeg,image/webp"
          disabled={isWorking}
          onChange={({ currentTarget: input }) => {
            const [file] = input.files ?? []
            input.value = ''
            if (file) void take(file)
          }}
        >
          <span>{t('logo.choose')}</span>
        </FileButton>
        {hasLogo && (
          <Button disabled={isWorking} onClick={() => onChoose(null)}>
            {t('logo.remove')}
          </Button>
        )}
        <span className={css.hint}>{t('logo.limit')}</span>
      </div>
      {refused && <InlineNotice tone="problem">{t(`logo.refused.${refused}`)}</InlineNotice>}
    </>
  )
}

function LogoProblem({ reason, onLook }: { reason: Reason; onLook: () => void }) {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  if ('refused' in reason) return <InlineNotice tone="problem">{t(`logo.refused.${reason.refused}`)}</InlineNotice>
  if (reason.error !== 'settings.changed') return <InlineNotice tone="problem">{errorText(reason.error)}</InlineNotice>
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <p>{t('logo.changed')}</p>
      <Button onClick={onLook}>{t('logo.look')}</Button>
    </InlineNotice>
  )
}
