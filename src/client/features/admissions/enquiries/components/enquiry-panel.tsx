import { type ComponentType, useCallback, useState } from 'react'
import type { z } from 'zod'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SidePanel } from '#client/ui/feedback/side-panel.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { EnquiryDo, enquiryUpdate } from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import type { Colleague } from '#shared/identity/colleague.contract.ts'
import { fetchEnquiry, updateEnquiry } from '../enquiries.api.ts'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import { ContactActions } from './contact-actions.tsx'
import { EnquiryActions } from './enquiry-actions.tsx'
import { Duplicates, EnquiryFacts } from './enquiry-facts.tsx'
import { EnquiryHistory } from './enquiry-history.tsx'
import type { EnquiryPart, OpenForm } from './enquiry-part.types.ts'
import { Skeleton } from './enquiry-table.tsx'
import { NextStep } from './next-step.tsx'
import { ReplyForm } from './reply-form.tsx'

interface PanelProps {
  id: string
  /** What is opened first, where a key asked for it. */
  begin: { form: OpenForm } | undefined
  staff: readonly Colleague[]
  position: { no: number; count: number } | undefined
  onStep: (by: number) => void
  onOpen: (id: string) => void
  onClose: () => void
  onChanged: () => void
  Answers: ComponentType<{ id: string }>
}

/** The form that is open: also one that a key asks for while the panel stands there. */
function useForm(begin: PanelProps['begin']) {
  const state = useState(begin?.form)
  const [asked, setAsked] = useState(begin)
  if (asked !== begin) {
    setAsked(begin)
    state[1](begin?.form)
  }
  return state
}

/** One enquiry beside its list: what to do next, who asks what about whom, and everything that was done. */
export function EnquiryPanel({ id, begin, staff, position, onStep, onOpen, onClose, onChanged, Answers }: PanelProps) {
  const { t } = useEnquiryText()
  const errorText = useErrorText()
  const may = useRights()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchEnquiry(id), [id]))
  const [changed, setChanged] = useState<z.output<typeof enquiryUpdate.reply>>()
  const [form, setForm] = useForm(begin)
  const [done, setDone] = useState<EnquiryDo['do']>()
  const known =
    changed && (answer === undefined || changed.enquiry.revision >= answer.revision) ? changed.enquiry : answer
  const command = useCommand(
    ({ seen, action }: { seen: number; action: EnquiryDo }, commandId) => updateEnquiry(commandId, id, seen, action),
    {
      onSuccess: (reply) => {
        setChanged(reply)
        setForm(undefined)
        onChanged()
      },
      onError: (error) => {
        if (error === 'enquiry.changed') again()
      },
    },
  )
  const mayWork = may('enquiries.work')
  const part: EnquiryPart | undefined = known && {
    enquiry: known,
    mayWork: mayWork && known.mergedInto === null,
    isPending: command.isPending,
    act: async (action) => {
      setDone(undefined)
      const isDone = await command.mutate({ seen: known.revision, action })
      if (isDone) setDone(action.do)
      return isDone
    },
  }
  return (
    <SidePanel title={part ? <bdi>{part.enquiry.contact}</bdi> : t('panel.label')} onClose={onClose}>
      {position && <Steps position={position} onStep={onStep} />}
      {failure && !part && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {command.error && <InlineNotice tone="problem">{errorText(command.error)}</InlineNotice>}
      <Done of={done} />
      {!part && !failure && <Skeleton />}
      {part && (
        <PanelBody
          {...part}
          staff={staff}
          form={form}
          link={changed?.link ?? null}
          mayUnmerge={mayWork}
          onForm={setForm}
          onOpen={onOpen}
        />
      )}
      {part && <AllAnswers id={id} Answers={Answers} />}
    </SidePanel>
  )
}

/** Says what was sent or made: what changed on the panel may be out of sight. */
function Done({ of }: { of: EnquiryDo['do'] | undefined }) {
  const { t } = useEnquiryText()
  return (
    <InlineNotice tone="success">
      {of === 'reply' && t('reply.sent')}
      {of === 'tour-link' && t('tour.linkSent')}
      {of === 'convert' && t('convert.done')}
    </InlineNotice>
  )
}

function AllAnswers({ id, Answers }: { id: string; Answers: ComponentType<{ id: string }> }) {
  const { t } = useEnquiryText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={css.more} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('panel.answers')}</summary>
      {isOpen && <Answers id={id} />}
    </details>
  )
}

function Steps({ position, onStep }: { position: { no: number; count: number } } & Pick<PanelProps, 'onStep'>) {
  const { t } = useEnquiryText()
  const [before, after] = ['↑', '↓']
  return (
    <p className={css.steps}>
      <button type="button" aria-label={t('panel.previous')} disabled={position.no === 1} onClick={() => onStep(-1)}>
        {before}
      </button>
      <button
        type="button"
        aria-label={t('panel.next')}
        disabled={position.no === position.count}
        onClick={() => onStep(1)}
      >
        {after}
      </button>
      {t('panel.of', position)}
    </p>
  )
}

interface BodyProps extends EnquiryPart, Pick<PanelProps, 'staff' | 'onOpen'> {
  form: OpenForm | undefined
  /** Link to apply that was just made. */
  link: string | null
  mayUnmerge: boolean
  onForm: (form: OpenForm | undefined) => void
}

function PanelBody({ staff, form, link, mayUnmerge, onForm, onOpen, ...part }: BodyProps) {
  return (
    <>
      <NextStep {...part} onBegin={onForm} />
      <EnquiryFacts {...part} mayUnmerge={mayUnmerge} onOpen={onOpen} />
      <Duplicates {...part} onOpen={onOpen} />
      <ContactActions {...part} onReply={() => onForm('reply')} link={link} />
      {(form === 'reply' || form === 'invite') && part.mayWork && (
        <ReplyForm {...part} isInvitation={form === 'invite'} onCancel={() => onForm(undefined)} />
      )}
      <EnquiryActions {...part} staff={staff} form={form} onForm={onForm} />
      <EnquiryHistory events={part.enquiry.events} staff={staff} />
    </>
  )
}
