import { DecisionMessages } from '#client/features/messaging/messages/components/decision-messages.tsx'
import { MessagesSection } from '#client/features/students/record/components/timeline-section.tsx'

/** What a family is told: of decisions, with what waits, and below in one line whatever else was written or said. */
export const Messages = ({ studentId }: { studentId: string }) => (
  <>
    <DecisionMessages studentId={studentId} />
    <MessagesSection studentId={studentId} />
  </>
)
