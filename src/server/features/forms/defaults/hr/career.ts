import type { Section } from '#shared/forms/form-definition.contract.ts'
import { block, day, longText, must, neededWhen, number, one, s1, text, yes, yesNo } from '../form-fields.ts'
import { choice, words } from '../form-words.ts'
import { attestationStates } from '../people-words.ts'

const levels = [
  choice('native', 'Mother tongue', 'اللغة الأم'),
  choice('fluent', 'Fluent', 'بطلاقة'),
  choice('good', 'Good', 'جيد'),
  choice('basic', 'Basic', 'مبتدئ'),
]

export const qualificationsSection: Section = {
  key: 'qualifications',
  title: words('Qualifications', 'المؤهلات'),
  parts: [
    block('qualifications', ['Qualifications', 'المؤهلات'], ['Qualification', 'المؤهل'], {
      min: 1,
      max: 8,
      fields: [
        text('degree', 'Degree or certificate', 'الدرجة أو الشهادة', must),
        text('field', 'Field', 'التخصص'),
        text('institution', 'University or institute', 'الجامعة أو المعهد', must),
        one('country', 'Country', 'البلد', 'countries', must),
        number('year', 'Year', 'السنة', { min: 1950, max: 2100, isWhole: true }),
        one('attestation', 'Attestation', 'التصديق', attestationStates),
      ],
    }),
    yesNo('has_licence', 'Have you a licence to teach?', 'هل لديك رخصة تدريس؟', must),
    text('licence_from', 'Issued by', 'صادرة عن', neededWhen(yes('has_licence'))),
    text('licence_no', 'Number of the licence', 'رقم الرخصة', { maxLength: 60, showWhen: yes('has_licence') }),
    day('licence_expires', 'Expires on', 'تاريخ الانتهاء', {
      showWhen: yes('has_licence'),
      earliest: { years: -20 },
      latest: { years: 20 },
    }),
  ],
}

export const languagesSection: Section = {
  key: 'languages',
  title: words('Languages', 'اللغات'),
  lead: words('Include Arabic if you speak it.', 'واذكر العربية إن كنت تتحدثها.'),
  parts: [
    block('languages', ['Languages', 'اللغات'], ['Language', 'اللغة'], {
      min: 1,
      max: 6,
      fields: [one('language', 'Language', 'اللغة', 'languages', must), one('level', 'Level', 'المستوى', levels, must)],
    }),
  ],
}

const hasWorked = { field: 'has_worked', is: true }

export const employmentSection: Section = {
  key: 'employment',
  lead: words(
    'All of it since you left school, the latest first. Children are kept safe by knowing where everybody was.',
    'كل أعمالك منذ تخرجك، ابدأ بالأحدث. فحماية الأطفال تقتضي أن نعرف مسيرة كل من يعمل معهم.',
  ),
  parts: [
    yesNo('has_worked', 'Have you worked before?', 'هل سبق لك العمل؟', must),
    block('jobs', ['Employment', 'الوظائف'], ['Employment', 'الوظيفة'], {
      min: 1,
      max: 10,
      showWhen: hasWorked,
      fields: [
        text('employer', 'Employer', 'جهة العمل', must),
        text('role', 'What you did', 'عملك فيها', must),
        one('country', 'Country', 'البلد', 'countries', must),
        day('from', 'From', 'من', { ...must, earliest: { years: -60 }, latest: { years: 0 } }),
        yesNo('is_current', 'Do you still work there?', 'هل ما زلت تعمل هناك؟', must),
        day('to', 'Until', 'إلى', {
          ...neededWhen({ field: 'is_current', is: false }),
          earliest: { years: -60 },
          latest: { years: 0 },
        }),
        longText('reason', 'Reason for leaving', 'سبب ترك العمل', {
          maxLength: 300,
          ...neededWhen({ field: 'is_current', is: false }),
        }),
      ],
    }),
  ],
}

export const gapsSection: Section = {
  key: 'gaps',
  title: words('Gaps in employment', 'فترات الانقطاع'),
  parts: [
    yesNo('has_gaps', 'Is there a gap of more than a month?', 'هل هناك انقطاع يزيد على شهر؟', {
      ...must,
      help: words('Include studies, family and travel.', 'ويشمل ذلك الدراسة وشؤون الأسرة والسفر.'),
    }),
    block('gaps', ['Gaps', 'فترات الانقطاع'], ['Gap', 'الانقطاع'], {
      min: 1,
      max: 6,
      showWhen: yes('has_gaps'),
      fields: [
        day('from', 'From', 'من', { ...must, earliest: { years: -60 }, latest: { years: 0 } }),
        day('to', 'Until', 'إلى', { ...must, earliest: { years: -60 }, latest: { years: 0 } }),
        longText('explanation', 'What did you do then?', 'ماذا كنت تفعل حينها؟', { ...must, ...s1, maxLength: 300 }),
      ],
    }),
  ],
}
