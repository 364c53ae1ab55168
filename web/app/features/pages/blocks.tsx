/** Renders the blocks of a static page: elements of React, never HTML from a text. */
import type { Block, Span } from "@serenade/contract/pages";
import { Fragment } from "react";
import { Link } from "react-router";

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="prose">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page's blocks have no identity and never move
        <BlockView key={at} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading": {
      const Heading = block.level === 2 ? "h2" : "h3";
      return (
        <Heading id={block.id}>
          <Spans spans={block.spans} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case "quote":
      return (
        <blockquote>
          <p>
            <Spans spans={block.spans} />
          </p>
        </blockquote>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={at}>
              <Spans spans={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <Table block={block} />;
  }
}

/** Scrolls sideways by itself where it is wider than the screen. */
function Table({ block: { head, rows } }: { block: Extract<Block, { kind: "table" }> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="overflow-x-auto" aria-label={head.map((cell) => textOf(cell)).join(", ")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={textOf(cell)} scope="col">
                <Spans spans={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} data-head={head[column] && textOf(head[column])}>
                  <Spans spans={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join("");

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <SpanView key={at} span={span} />
  ));
}

function SpanView({ span: { text, strong, em, href } }: { span: Span }) {
  const words = text.split("\n").map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ));
  const styled = strong ? <strong>{words}</strong> : em ? <em>{words}</em> : words;
  if (!href) return styled;
  return href.startsWith("/") ? <Link to={href}>{styled}</Link> : <a href={href}>{styled}</a>;
}
