import { ask } from '#client/platform/http.ts'
import { myChildren } from '#shared/contract/my-children.ts'
import { dropMyDraft as drop, myDrafts } from '#shared/contract/my-draft.ts'

export const listMyDrafts = () => ask(myDrafts, {})
export const dropMyDraft = (id: string) => ask(drop, { id })
export const listMyChildren = () => ask(myChildren, {})
