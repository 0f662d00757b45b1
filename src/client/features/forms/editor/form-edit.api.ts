import { ask } from '#client/platform/http.ts'
import {
  createForm,
  discardFormEdit,
  listFormEdits,
  listFormVersions,
  publishFormEdit,
  readFormEdit,
  readFormEffect,
  saveFormEdit,
} from '#shared/forms/editor/form-edit.contract.ts'
import type { FormDefinition, FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

export const fetchForms = async () => (await ask(listFormEdits, {})).forms
export const fetchEdit = async (slug: string) => (await ask(readFormEdit, { slug })).edit
export const saveEdit = async (slug: string, revision: number, definition: FormDefinition) =>
  (await ask(saveFormEdit, { slug, revision, definition })).revision
export const discardEdit = (slug: string, revision: number) => ask(discardFormEdit, { slug, revision })
export const beginForm = (form: { slug: string; title: Bilingual; purpose: FormPurpose; from: string | null }) =>
  ask(createForm, form)
export const fetchVersions = async (slug: string) => (await ask(listFormVersions, { slug })).versions
export const fetchEffect = async (slug: string, revision: number) =>
  (await ask(readFormEffect, { slug, revision })).effect
export const publishEdit = async (slug: string, revision: number) =>
  (await ask(publishFormEdit, { slug, revision })).version
