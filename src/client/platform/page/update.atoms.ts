// chunk: frame
import { atom } from 'jotai'

/*
 * What every page must know of a newer release. How it is looked for and taken over comes after the load (app-update.ts).
 */

/**
 * `waiting`: a new release is here and waits for a person · `taken-over`: another tab has switched to it, this one still
 * runs the old one and loads again when its person is ready. Nothing ever reloads under somebody's hands.
 */
export const updateAtom = atom<'none' | 'waiting' | 'taken-over'>('none')

/** What an error says that came of a part of this release that can't be had any more. */
export const missingPart = 'a part of this release is gone'
