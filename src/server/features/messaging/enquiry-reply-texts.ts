import { both } from '#server/features/letters/templates/default-letters.service.ts'
import type { ReplyTemplate } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'

const para = (en: string, ar: string, isOptional = false) => ({ words: both(en, ar), isOptional })

const reply = (en: string, ar: string, ...said: MessageText['paragraphs']): MessageText => ({
  title: { en, ar },
  paragraphs: [
    para('Dear {{guardian.name}},', 'حضرة {{guardian.name}} المحترم،'),
    ...said,
    para(
      'If you have any other question, call us on {{school.phone}} or write to {{school.email}}.',
      'لأي سؤال آخر اتصلوا بنا على {{school.phone}} أو راسلونا على {{school.email}}.',
      true,
    ),
    para(
      'Kind regards,\nThe admissions office of {{school.name}}',
      'وتفضلوا بقبول فائق التقدير،\nمكتب القبول في {{school.name}}',
    ),
  ],
})

/** Default texts of replies to enquiries, used until a school has its own; the desk changes each before it is sent. */
export const enquiryReplies: Readonly<Record<ReplyTemplate, MessageText>> = {
  'enquiry-answer': reply(
    'Your enquiry',
    'استفساركم',
    para(
      'Thank you for enquiring about a seat for {{student.name}}.',
      'نشكركم على استفساركم عن مقعد لـ {{student.name}}.',
    ),
    para(
      'Grade: {{offer.grade}}, school year: {{offer.year}}',
      'الصف: {{offer.grade}}، العام الدراسي: {{offer.year}}',
      true,
    ),
  ),
  'enquiry-visit': reply(
    'Visit our school',
    'زيارة مدرستنا',
    para(
      'Thank you for your interest in a seat for {{student.name}}. We would be glad to show you the school and answer your questions.',
      'نشكركم على اهتمامكم بمقعد لـ {{student.name}}، ويسعدنا أن نريكم المدرسة ونجيب عن أسئلتكم.',
    ),
    para('Which day would suit you for a visit?', 'أي يوم يناسبكم للزيارة؟'),
  ),
  'enquiry-invite': reply(
    'Apply for a seat',
    'التقديم على مقعد',
    para(
      'You are welcome to apply for a seat for {{student.name}}. The form already contains what you have told us; you can stop at any time and go on later.',
      'يسعدنا أن تتقدموا بطلب مقعد لـ {{student.name}}. يحتوي النموذج على ما سبق أن ذكرتموه لنا، ويمكنكم التوقف في أي وقت والمتابعة لاحقًا.',
    ),
  ),
  'enquiry-reminder': reply(
    'Are you still looking for a seat?',
    'هل ما زلتم تبحثون عن مقعد؟',
    para(
      'You enquired about a seat for {{student.name}}. Are you still interested? Please tell us if you have found another school, so that we do not write to you again.',
      'استفسرتم لدينا عن مقعد لـ {{student.name}}. هل ما زلتم مهتمين؟ إن وجدتم مدرسة أخرى فأخبرونا رجاءً كي لا نكاتبكم مجددًا.',
    ),
  ),
}
