import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { DateField, TextAreaField } from '#client/ui/fields/text-field.tsx'
import { useTranslation } from 'react-i18next'
import type { ContactChannel } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import { childrenWithoutFile, type EnquiryPart } from './enquiry-part.types.ts'

const whatsapp = (e164: string, text = ''): string =>
  `https://wa.me/${e164.replaceAll(/\D/g, '')}${text && `?text=${encodeURIComponent(text)}`}`

interface ContactProps extends EnquiryPart {
  onReply: () => void
  /** Link to apply that was just made; shown once. */
  link: string | null
}

/** Ways to reach the family: each opens with a press, and what was said is logged. */
export function ContactActions({ enquiry, mayWork, isPending, act, onReply, link }: ContactProps) {
  const { t } = useEnquiryText()
  const [channel, setChannel] = useState<ContactChannel>()
  const { e164, email, invitations } = enquiry
  const isRefused = enquiry.mayContact === false
  return (
    <section className={css.part} aria-label={t('contact.title')}>
      <div className={css.buttons}>
        {e164 && (
          <>
            <a
              className={css.button}
              href={whatsapp(e164)}
              target="_blank"
              rel="noreferrer"
              onClick={() => setChannel('whatsapp')}
            >
              {t('contact.whatsapp')}
            </a>
            <a className={css.button} href={`tel:${e164}`} onClick={() => setChannel('phone')}>
              {t('contact.call')}
            </a>
          </>
        )}
        {mayWork && email && !isRefused && (
          <Button kind="quiet" onClick={onReply}>
            {t('contact.email')}
          </Button>
        )}
        {mayWork && (
          <Button kind="quiet" onClick={() => setChannel('in-person')}>
            {t('contact.log')}
          </Button>
        )}
        <Invite enquiry={enquiry} mayWork={mayWork} isPending={isPending} act={act} />
      </div>
      {isRefused && <p className={css.soft}>{t('reply.mayNot')}</p>}
      {link && e164 && <NewLink link={link} e164={e164} language={enquiry.language} />}
      {channel && mayWork && (
        <LogContact
          key={channel}
          channel={channel}
          isPending={isPending}
          act={act}
          onClose={() => setChannel(undefined)}
        />
      )}
      {invitations.length > 0 && <Invitations invitations={invitations} />}
    </section>
  )
}

/** Invites each child of whom there is no file yet, by a link that is sent by WhatsApp. */
function Invite({ enquiry, mayWork, isPending, act }: EnquiryPart) {
  const { t, nameOf } = useEnquiryText()
  const { e164, mayContact, takesApplications, language } = enquiry
  if (!mayWork || e164 === null || mayContact === false || !takesApplications) return null
  const children = childrenWithoutFile(enquiry)
  return children.map((child) => (
    <Button
      key={child.place}
      kind="quiet"
      isWorking={isPending}
      onClick={() => void act({ do: 'invite', place: child.place, language })}
    >
      {children.length === 1 ? t('invite.whatsapp') : t('invite.whatsappChild', { name: nameOf(child) })}
    </Button>
  ))
}

interface NewLinkProps {
  link: string
  e164: string
  /** Of the family, which reads the message. */
  language: Language
}

function NewLink({ link, e164, language }: NewLinkProps) {
  const { t } = useEnquiryText()
  const { t: said } = useTranslation('admissions.enquiries', { lng: language })
  const [isCopied, setIsCopied] = useState(false)
  // A browser that lets no page write there: the link is shown, to be copied by hand.
  const [isRefused, setIsRefused] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setIsCopied(true)
    } catch {
      setIsRefused(true)
    }
  }
  return (
    <p className={css.made}>
      <a className={css.button} href={whatsapp(e164, said('invite.text', { link }))} target="_blank" rel="noreferrer">
        {t('invite.open')}
      </a>{' '}
      <Button kind="quiet" onClick={() => void copy()}>
        {isCopied ? t('invite.copied') : t('invite.copy')}
      </Button>{' '}
      <span className={css.soft}>{t('invite.made')}</span>
      {isRefused && <bdi dir="ltr">{link}</bdi>}
    </p>
  )
}

function Invitations({ invitations }: Pick<EnquiryPart['enquiry'], 'invitations'>) {
  const { t, day } = useEnquiryText()
  return (
    <ul className={css.invitations}>
      {invitations.map(({ id, at, state }) => (
        <li key={id}>
          {t('invite.line', {
            day: day(at),
            state: state === 'sent' ? t('invite.sent', { day: day(at) }) : t(`invite.${state}`),
          })}
        </li>
      ))}
    </ul>
  )
}

interface LogProps extends Pick<EnquiryPart, 'isPending' | 'act'> {
  channel: ContactChannel
  onClose: () => void
}

const channels: readonly ContactChannel[] = ['phone', 'whatsapp', 'in-person', 'email']

/** What was said outside the product. */
function LogContact({ channel: first, isPending, act, onClose }: LogProps) {
  const { t, channel: nameOf } = useEnquiryText()
  const [channel, setChannel] = useState<ContactChannel>(first)
  const [isReached, setIsReached] = useState(true)
  const [note, setNote] = useState('')
  const [next, setNext] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const isDone = await act({ do: 'contact', channel, isReached, note, ...(next && { next }) })
    if (isDone) onClose()
  }
  return (
    <form className={css.form} onSubmit={(event) => void save(event)}>
      <RadioChoices
        title={t('contact.log')}
        name="channel"
        values={channels}
        chosen={channel}
        word={nameOf}
        onChoose={setChannel}
      />
      <RadioChoices
        title={t('contact.title')}
        name="reached"
        values={['reached', 'notReached'] as const}
        chosen={isReached ? 'reached' : 'notReached'}
        word={(value) => t(`contact.${value}`)}
        onChoose={(value) => setIsReached(value === 'reached')}
      />
      <TextAreaField label={t('contact.logged')} rows={3} maxLength={2000} value={note} onChange={setNote} />
      <DateField label={t('date.label')} width="narrow" value={next} onChange={setNext} />
      <div className={css.buttons}>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('contact.save')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('contact.cancel')}
        </Button>
      </div>
    </form>
  )
}
