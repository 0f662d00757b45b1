/** What other programs can be told of. Names never change their meaning. */
export const webhookEvents = [
  'enquiry.received',
  'application.submitted',
  'student.enrolled',
  'student.left',
  'invoice.issued',
  'payment.received',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const deliveryStates = ['queued', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a try came to nothing. */
export const deliveryFailures = [
  'private',
  'redirect',
  'timeout',
  'unreachable',
  'too-large',
  'status',
  'no-key',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
