import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { LetterLogo } from '#shared/letters/letter-logo.contract.ts'
import type { PictureRefusal } from '#shared/school/logo.rules.ts'
import { fetchLogo, removeLogo, setLogo } from '../letter-edit.api.ts'
import { logoPng } from '#client/features/school/settings/look/logo-png.ts'
import css from './logo-section.module.css'

type Done = 'set' | 'removed'

/** The logo at the head of all letters: the one of today, another in its place, or none of their own. */
export function LogoSection() {
  const { t } = useTranslation('letters.editor')
  const errorText = useErrorText()
  const id = useId()
  const { answer, failure, again } = useAnswer(fetchLogo)
  return (
    <section aria-labelledby={id} className={css.logo}>
      <h2 id={id}>{t('logo.title')}</h2>
      <p className={css.soft}>{t('logo.lead')}</p>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <p role="status">{t('logo.loading')}</p>}
      {answer && <Current logo={answer} />}
      {answer && <Change logo={answer} onChanged={again} />}
    </section>
  )
}

function Current({ logo: { png, changed } }: { logo: LetterLogo }) {
  const { t } = useTranslation('letters.editor')
  const pick = useBilingual()
  const format = useFormat()
  const school = useAtomValue(schoolAtom)
  const src = png ? `data:image/png;base64,${png}` : school?.logo
  return (
    <>
      {src && <img src={src} alt={t('logo.alt')} className={css.picture} />}
      <p>
        {t(png ? 'logo.own' : src ? 'logo.began' : 'logo.none')}{' '}
        {changed && (
          <span className={css.soft}>
            {changed.by && <bdi>{pick(changed.by)}</bdi>} · <bdi>{format.dateTime(changed.at)}</bdi>
          </span>
        )}
      </p>
    </>
  )
}

function Change({ logo: { version, png }, onChanged }: { logo: LetterLogo; onChanged: () => void }) {
  const { t } = useTranslation('letters.editor')
  const [refused, setRefused] = useState<PictureRefusal | 'offline'>()
  const [done, setDone] = useState<Done>()
  const { mutate, error, isPending } = useMutation((change: () => Promise<Done | undefined>) => change(), {
    onSuccess: (change) => {
      setDone(change)
      onChanged()
    },
  })
  const change = (how: () => Promise<Done | undefined>) => {
    setDone(undefined)
    setRefused(navigator.onLine ? undefined : 'offline')
    if (navigator.onLine) void mutate(how)
  }
  const take = (file: File) =>
    change(async () => {
      const made = await logoPng(file)
      if ('refused' in made) {
        setRefused(made.refused)
        return undefined
      }
      await setLogo(version, made.png)
      return 'set'
    })
  const remove = () =>
    change(async () => {
      await removeLogo(version)
      return 'removed'
    })
  return (
    <>
      <div className={css.ways}>
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          disabled={isPending}
          onChange={({ currentTarget: input }) => {
            const [file] = input.files ?? []
            input.value = ''
            if (file) take(file)
          }}
        >
          <span>{t('logo.choose')}</span>
        </FileButton>
        {png && (
          <Button isWorking={isPending} onClick={remove}>
            {t('logo.remove')}
          </Button>
        )}
        <span className={css.soft}>{t('logo.limit')}</span>
      </div>
      <Outcome refused={refused} error={error} isPending={isPending} done={done} onLook={onChanged} />
    </>
  )
}

interface OutcomeProps {
  refused: PictureRefusal | 'offline' | undefined
  error: MessageId | undefined
  isPending: boolean
  done: Done | undefined
  onLook: () => void
}

function Outcome({ refused, error, isPending, done, onLook }: OutcomeProps) {
  const { t } = useTranslation('letters.editor')
  const errorText = useErrorText()
  const text = refused ? t(`logo.refused.${refused}`) : error && error !== 'form.edit-conflict' && errorText(error)
  return (
    <>
      {error === 'form.edit-conflict' && <Failure text={t('logo.changed')} retry={t('logo.look')} onRetry={onLook} />}
      {text && (
        <p role="alert" className={css.bad}>
          {text}
        </p>
      )}
      <div role="status">
        {isPending && (
          <label className={common.centredActions}>
            {t('logo.working')} <progress />
          </label>
        )}
        {done && <p>{t(`logo.done.${done}`)}</p>}
      </div>
    </>
  )
}
