const localUrl = /https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)(?=[:/"'\s]|$)/i

/** Whether a text contains a URL that only this computer can open. */
export const hasLocalUrl = (text: string): boolean => localUrl.test(text)
