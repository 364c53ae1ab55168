/** The entry of the bundle that the server loads (tools/build-mails.ts): words in, HTML and text out. */
import { render } from "react-email";
import { Letter, type LetterTexts } from "./letter.tsx";

/** Words as they are written: no capitals, and lines as long as the reader's window. */
const PLAIN = { wordwrap: false as const, selectors: [{ selector: "h1", options: { uppercase: false } }] };

export async function renderLetter(words: LetterTexts): Promise<{ html: string; text: string }> {
  const letter = <Letter {...words} />;
  const [html, text] = await Promise.all([
    render(letter),
    render(letter, { plainText: true, htmlToTextOptions: PLAIN }),
  ]);
  return { html, text: text.trim() };
}
