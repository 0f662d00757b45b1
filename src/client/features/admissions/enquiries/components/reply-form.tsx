import type { FormEvent } from 'react'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { KeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import { replyTemplates } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import { type Reply, useKeptReply, useReply } from '../hooks/use-reply.ts'
import type { EnquiryPart } from './enquiry-part.types.ts'

const languages = ['en', 'ar'] as const

interface ReplyFormProps extends EnquiryPart {
  /** It begins with the invitation to apply. */
  isInvitation: boolean
  onCancel: () => void
}

/** An email to the family: a template filled in, changed, and sent; with the link to apply where it is wanted. */
export function ReplyForm(props: ReplyFormProps) {
  const { t } = useEnquiryText()
  const { id, email, mayContact } = props.enquiry
  const found = useKeptReply(id)
  if (mayContact === false) return <InlineNotice tone="warning">{t('reply.mayNot')}</InlineNotice>
  if (email === null) return <InlineNotice tone="warning">{t('reply.noEmail')}</InlineNotice>
  return found ? <Writing {...props} kept={found.kept} /> : null
}

interface WritingProps extends ReplyFormProps {
  kept: KeptDraft | undefined
}

function Writing({ enquiry, isInvitation, isPending, act, onCancel, kept }: WritingProps) {
  const { t } = useEnquiryText()
  const errorText = useErrorText()
  const reply = useReply(enquiry, kept, isInvitation)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (await act(reply.action)) await reply.forget()
  }
  return (
    <form className={css.reply} aria-label={t('reply.title')} onSubmit={(event) => void send(event)}>
      {reply.failure && <InlineNotice tone="problem">{errorText(reply.failure)}</InlineNotice>}
      {reply.isBack && (
        <InlineNotice tone="info">
          {t('reply.kept')}{' '}
          <Button kind="quiet" onClick={() => void reply.forget()}>
            {t('reply.discard')}
          </Button>
        </InlineNotice>
      )}
      <Words reply={reply} />
      <Invitation reply={reply} enquiry={enquiry} />
      <DateField label={t('reply.remind')} width="narrow" value={reply.next} onChange={reply.setNext} />
      <div className={css.buttons}>
        <Button kind="main" type="submit" isWorking={isPending} disabled={!reply.isReady}>
          {t('reply.send')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('contact.cancel')}
        </Button>
      </div>
    </form>
  )
}

function Words({ reply }: { reply: Reply }) {
  const { t } = useEnquiryText()
  const { template, language, subject, text } = reply
  return (
    <>
      <div className={css.pair}>
        <ChoiceField
          label={t('reply.template')}
          values={replyTemplates}
          value={template}
          nameOf={(each) => t(`template.${each}`)}
          onChange={reply.setTemplate}
        />
        <ChoiceField
          label={t('reply.language')}
          values={languages}
          value={language}
          nameOf={(each) => t(`reply.${each}`)}
          onChange={reply.setLanguage}
        />
      </div>
      <TextField
        label={t('reply.subject')}
        lang={language}
        required
        maxLength={200}
        value={subject}
        onChange={reply.setSubject}
      />
      <TextAreaField
        label={t('reply.text')}
        lang={language}
        required
        rows={10}
        maxLength={8000}
        value={text}
        onChange={reply.setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
    </>
  )
}

function Invitation({ reply, enquiry }: { reply: Reply } & Pick<EnquiryPart, 'enquiry'>) {
  const { t, nameOf } = useEnquiryText()
  if (!reply.canInvite) return <p className={css.soft}>{t('reply.closed')}</p>
  return (
    <>
      <CheckboxField
        label={t('reply.withLink', { name: enquiry.contact })}
        checked={reply.isInvited}
        onChange={reply.setInvited}
      />
      {reply.isInvited && reply.children.length > 1 && (
        <ChoiceField
          label={t('reply.forChild')}
          values={reply.children.map((each) => String(each.place))}
          value={String(reply.child)}
          nameOf={(value) => {
            const found = reply.children.find((each) => String(each.place) === value)
            return found ? nameOf(found) : value
          }}
          onChange={(value) => reply.setPlace(Number(value))}
        />
      )}
    </>
  )
}
