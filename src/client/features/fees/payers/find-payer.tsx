// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { FeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { findPayers } from './payer.api.ts'
import { usePayerName } from './use-payer-name.ts'

/** Finds a payer that the school knows already: an employer of many. */
export function FindPayer({ known, onFound }: { known: readonly FeePayer[]; onFound: (payer: FeePayer) => void }) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const nameOf = usePayerName()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly FeePayer[]>()
  const { mutate, isPending, error } = useMutation(findPayers, { onSuccess: setFound })
  const others = found?.filter(({ id }) => known.every((each) => each.id !== id))
  return (
    <form
      className={common.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim().length >= 2) void mutate(text)
      }}
    >
      <div className={common.row}>
        <TextField
          label={t('find.text')}
          type="search"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={setText}
        />
        <Button type="submit" isWorking={isPending}>
          {t('find.go')}
        </Button>
      </div>
      {others?.length === 0 && <p role="status">{t('find.none')}</p>}
      <div className={common.actions}>
        {others?.map((payer) => (
          <Button key={payer.id} onClick={() => onFound(payer)}>
            <bdi>{nameOf(payer)}</bdi>{' '}
            <bdi dir="ltr" className="num">
              {payer.code}
            </bdi>
          </Button>
        ))}
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}
