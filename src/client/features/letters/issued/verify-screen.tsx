import { useParams } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { FileField } from './components/file-field.tsx'
import { VerifiedLetter } from './components/verified-letter.tsx'
import { useVerify } from './hooks/use-verify.ts'
import css from './verify-screen.module.css'

/** Anyone who holds a letter asks whether it is genuine: by the code on it, and by its file where they have it. */
export function VerifyScreen() {
  const { _splat: scanned = '' } = useParams({ strict: false })
  const { t } = useTranslation('letters.issued')
  const [code, setCode] = useState(inGroups(scanned))
  const [file, setFile] = useState<File>()
  const [isEmpty, setIsEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { found, failure, isAsking, verify } = useVerify()
  useEffect(() => {
    if (scanned !== '') void verify(scanned)
  }, [scanned, verify])
  const look = (chosen = file) => {
    setIsEmpty(code.trim() === '')
    if (code.trim() === '') return input.current?.focus()
    if (!isAsking) void verify(code, chosen)
  }
  return (
    <EntryCard title={t('verify.title')} lead={t('verify.lead')}>
      <Said found={found} failure={failure} hasFile={file !== undefined} />
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <CodeField code={code} isEmpty={isEmpty} input={input} onCode={setCode} />
        <FileField
          onFile={(chosen) => {
            setFile(chosen)
            if (chosen) look(chosen)
          }}
        />
        <ActionButton isWorking={isAsking}>{t('verify.submit')}</ActionButton>
        <p className={css.soft} role="status">
          {isAsking ? t('verify.working') : ''}
        </p>
      </form>
    </EntryCard>
  )
}

const inGroups = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')

interface CodeFieldProps {
  code: string
  isEmpty: boolean
  input: RefObject<HTMLInputElement | null>
  onCode: (code: string) => void
}

/** The code as it stands on the letter, typed in any way. */
function CodeField({ code, isEmpty, input, onCode }: CodeFieldProps) {
  const { t } = useTranslation('letters.issued')
  return (
    <>
      <TextField
        label={t('verify.code')}
        ref={input}
        className={css.code}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        aria-required
        aria-invalid={isEmpty}
        aria-describedby={isEmpty ? 'code-problem' : undefined}
        value={code}
        onChange={onCode}
      />
      {isEmpty && (
        <InlineNotice tone="problem" id="code-problem">
          {t('verify.noCode')}
        </InlineNotice>
      )}
    </>
  )
}

type SaidProps = Pick<ReturnType<typeof useVerify>, 'found' | 'failure'> & { hasFile: boolean }

/** What came of it; focused, and so read out, as soon as it is there. */
function Said({ found, failure, hasFile }: SaidProps) {
  const { t } = useTranslation('letters.issued')
  const errorText = useErrorText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (found) box.current?.focus()
  }, [found])
  if (!found && !failure) return null
  return (
    <div ref={box} tabIndex={-1} className={css.said}>
      {failure && (
        <InlineNotice tone="problem">{failure === 'L000' ? t('verify.offline') : errorText(failure)}</InlineNotice>
      )}
      {found && <VerifiedLetter found={found} hasFile={hasFile} />}
    </div>
  )
}
