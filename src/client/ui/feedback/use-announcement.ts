import { useEffect } from 'react'

/** The browser's own voices; where it has none for the language, what is written has to do. */
export function useAnnouncement(text: string, lng: string, isOn: boolean): void {
  useEffect(() => {
    const voice = globalThis.speechSynthesis
    if (!isOn || text === '' || !voice) return undefined
    const words = new SpeechSynthesisUtterance(text)
    words.lang = lng
    // Only the newest instruction counts.
    voice.cancel()
    voice.speak(words)
    return () => voice.cancel()
  }, [text, lng, isOn])
}
