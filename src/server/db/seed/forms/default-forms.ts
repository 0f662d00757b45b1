import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { admissionForm } from './admission/admission.ts'
import { criteriaChildForm } from './criteria-child.ts'
import { enquiryForm } from './enquiry.ts'
import { enquiryAbqForm } from './enquiry-abq.ts'
import { enquiryVmsiiheForm } from './enquiry-vmsiihe.ts'
import type { FormSetting } from './form-words.ts'
import { hrForm } from './hr/hr.ts'
import { mograBillsForm } from './mogra-bills.ts'
import { mograErpForm } from './mogra-erp.ts'
import { mograHrForm } from './mogra-hr.ts'

/** The forms a school begins with, by the names they have in addresses. */
export const defaultForms = (setting: FormSetting): Record<string, FormDefinition> => ({
  enquiry: enquiryForm(setting),
  'enquiry-vmsiihe': enquiryVmsiiheForm(setting),
  'enquiry-abq': enquiryAbqForm(setting),
  'mogra-hr': mograHrForm(),
  'mogra-bills': mograBillsForm(),
  'mogra-erp': mograErpForm(),
  hr: hrForm(),
  admission: admissionForm(setting),
  'criteria-child': criteriaChildForm(),
})
