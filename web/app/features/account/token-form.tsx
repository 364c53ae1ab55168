import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { Call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { type FormFailure, formFailureOf } from "~/platform/form-failure.ts";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";

/** The button of a page that an email links to. Opening the page changes nothing, because email scanners open links. */
export function TokenForm({
  token,
  failure,
  children,
  more,
}: {
  token: string;
  failure: FormFailure | undefined;
  children: ReactNode;
  more?: ReactNode;
}) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      {more}
      <FormMessage>{failure?.message}</FormMessage>
      <Button type="submit" variant="call" size="large" wide busy={busy}>
        {children}
      </Button>
    </Form>
  );
}

/** Runs the action of the token; `dead` if the token is malformed, used or expired. */
export async function withToken<T>(
  call: Call,
  request: Request,
  act: (call: Call, token: string, fields: FormData) => Promise<T>,
) {
  const fields = await request.formData();
  try {
    return await act(call, String(fields.get("token")), fields);
  } catch (error) {
    if (isCallFailure(error) && [400, 404, 410].includes(error.status)) return { dead: true as const };
    return formFailureOf(fields, error);
  }
}
