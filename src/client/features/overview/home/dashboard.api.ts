import { ask } from '#client/platform/http.ts'
import { dropMyDraft as drop, myDrafts } from '#shared/forms/my-draft.contract.ts'
import { myChildren } from '#shared/students/my-children.contract.ts'

export const listMyDrafts = () => ask(myDrafts, {})
export const deleteMyDraft = (id: string) => ask(drop, { id })
export const listMyChildren = () => ask(myChildren, {})
