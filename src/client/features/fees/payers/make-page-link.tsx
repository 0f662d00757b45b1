// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopiedLink } from '#client/features/identity/setup/components/copied-link.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import link from '#client/ui/link.module.css'
import type { FeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { makePageLink } from './payer.api.ts'

/**
 * Returns the address that opens WhatsApp with a message, to a number where that is an international one: with + or 00 in front.
 * Without it WhatsApp asks for the receiver.
 */
export function whatsAppAddress(phone: string | null, message: string): string {
  const number = /^(?:\+|00)([1-9]\d{6,14})$/.exec(latinDigits(phone ?? '').replaceAll(/[^\d+]/g, ''))?.[1] ?? ''
  return `https://wa.me/${number}?text=${encodeURIComponent(message)}`
}

interface MakePageLinkProps {
  payer: FeePayer
  onMade: () => void
}

/** Makes links of a payer. @returns the last one made: its address, or null where it was mailed */
function useMaking({ payer, onMade }: MakePageLinkProps) {
  const [made, setMade] = useState<{ url: string | null; language: Language }>()
  // The same asked again after a lost answer is the same link, and one email.
  const { mutate, isPending, error } = useCommand(
    async (asked: { email: string | null; language: Language }, linkId) => {
      // The message to the payer is in the payer's language.
      await loadWordsForPaper('fees.payers')
      const { url } = await makePageLink({ ...asked, linkId, payerId: payer.id })
      return { url, language: asked.language }
    },
    {
      onSuccess: (link) => {
        setMade(link)
        onMade()
      },
    },
  )
  const make = (email: string | null, language: Language) => {
    setMade(undefined)
    void mutate({ email, language })
  }
  return { make, made, isPending, error }
}

/** Sends a payer the link by email, or makes one to hand over. */
export function MakePageLink({ payer, onMade }: MakePageLinkProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const [email, setEmail] = useState(payer.email ?? '')
  const [language, setLanguage] = useState<Language>(payer.language)
  const [isWrong, setWrong] = useState(false)
  const { make, made, isPending, error } = useMaking({ payer, onMade })
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const read = Email.safeParse(email.trim())
    setWrong(!read.success)
    if (read.success) make(read.data, language)
  }
  const handOver = () => {
    setWrong(false)
    make(null, language)
  }
  return (
    <form className={common.stack} noValidate onSubmit={send}>
      <TextField
        label={t('field.email')}
        type="email"
        maxLength={200}
        value={email}
        aria-invalid={isWrong}
        error={isWrong ? t('page.wrongEmail') : undefined}
        onChange={setEmail}
      />
      <ChoiceField
        label={t('field.language')}
        value={language}
        values={['en', 'ar'] as const}
        nameOf={(each) => t(`language.${each}`)}
        onChange={setLanguage}
      />
      <div className={common.actions}>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('page.send')}
        </Button>
        <Button isWorking={isPending} onClick={handOver}>
          {t('page.copy')}
        </Button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {made?.url === null && !error && <InlineNotice tone="success">{t('page.sent')}</InlineNotice>}
      {made?.url && <HandedLink url={made.url} language={made.language} phone={payer.phone} />}
    </form>
  )
}

/** The link, shown once, to be copied or sent by WhatsApp. */
function HandedLink({ url, language, phone }: { url: string; language: Language; phone: string | null }) {
  const { t, i18n } = useTranslation('fees.payers')
  const said = i18n.getFixedT(language, 'fees.payers')
  const address = whatsAppAddress(phone, `${said('page.message')} ${url}`)
  return (
    <>
      <CopiedLink link={url} label={t('page.link')} />
      <p className={common.softLine}>
        <a className={link.link} href={address} target="_blank" rel="noreferrer noopener">
          {t('page.whatsApp')}
        </a>
      </p>
    </>
  )
}
