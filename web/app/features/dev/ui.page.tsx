import { SettingsApi } from "@serenade/contract/site";
import { type ReactNode, useState } from "react";
import { data } from "react-router";
import { loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Avatar } from "~/ui/avatar.tsx";
import { CountBadge, TextBadge } from "~/ui/badge.tsx";
import { Button, IconButton, LinkButton } from "~/ui/button.tsx";
import { Card, EmptyState, Skeleton } from "~/ui/card.tsx";
import { Checkbox, Chips, FactChip, RadioGroup } from "~/ui/choice.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Modal } from "~/ui/modal.tsx";
import { Pagination } from "~/ui/pagination.tsx";
import { PhotoFrame } from "~/ui/photo-frame.tsx";
import { Price } from "~/ui/price.tsx";
import { Steps } from "~/ui/progress.tsx";
import { Spinner } from "~/ui/spinner.tsx";
import { Tabs } from "~/ui/tabs.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";
import { useToast } from "~/ui/toasts.tsx";
import type { Route } from "./+types/ui.page";

/** Every component of the kit on one page, for developers: demo mode only, in English only. */
export async function loader(visit: Route.LoaderArgs) {
  const { demo } = await loaderApi(visit)(SettingsApi.read, { query: {} });
  if (!demo) throw data(null, { status: 404 });
  return null;
}

export default function Kit() {
  return (
    <div className="page grid gap-10 py-10">
      <PageTitle>The kit</PageTitle>
      <h1 className="text-2xl">The kit</h1>
      <Buttons />
      <Fields />
      <Choosing />
      <Telling />
      <People />
      <Moving />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="border-b border-line pb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <Part title="Buttons">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="call" icon="heart">
          Call
        </Button>
        <Button>Primary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="bare">Bare</Button>
        <Button variant="danger" icon="trash">
          Danger
        </Button>
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
        <LinkButton to="/" variant="quiet" icon="home">
          A link
        </LinkButton>
        <IconButton icon="settings" label="Settings" />
      </div>
    </Part>
  );
}

function Fields() {
  return (
    <Part title="Fields">
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="Name" name="name" hint="3 to 30 letters" autoComplete="off" />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          defaultValue="anna@"
          error="Invalid email"
          autoComplete="off"
        />
        <SelectField label="Country" name="country">
          <option>Belgium</option>
          <option>Netherlands</option>
        </SelectField>
        <TextareaField label="Message" name="message" maxLength={200} left={(count) => `${count} left`} />
      </div>
    </Part>
  );
}

function Choosing() {
  return (
    <Part title="Choices">
      <div className="grid gap-6 md:grid-cols-2">
        <RadioGroup
          legend="How to pay"
          name="pay"
          defaultValue="card"
          choices={[
            { value: "card", label: "Card", hint: "Visa, Mastercard" },
            { value: "ideal", label: "iDEAL" },
          ]}
        />
        <div className="grid content-start gap-3">
          <Checkbox label="I agree to the terms" name="terms" />
          <Checkbox label="One that has to be ticked" name="consent" error="Please agree to go on." />
        </div>
      </div>
      <Chips
        legend="Interests"
        name="interests"
        defaultValues={["coffee", "wine"]}
        choices={["coffee", "wine", "hiking", "movies", "dancing"].map((name) => ({
          value: name,
          label: name,
          icon: `interest-${name}`,
        }))}
      />
      <div className="flex flex-wrap gap-2">
        <FactChip icon="map-pin">Ghent</FactChip>
        <FactChip icon="interest-music">Music</FactChip>
      </div>
    </Part>
  );
}

function Telling() {
  const toast = useToast();
  const [size, setSize] = useState<"small" | "normal" | "large" | "extra" | null>(null);
  const [locked, setLocked] = useState(false);
  return (
    <Part title="Messages">
      <Alert title="Confirm your e-mail" action={<Button variant="quiet">Send again</Button>}>
        Until then nobody can write to you.
      </Alert>
      <Alert variant="success">Saved.</Alert>
      <Alert variant="warning" close={{ label: "Dismiss", onClose: () => {} }}>
        Add a photo, so that others see who writes.
      </Alert>
      <Alert variant="danger">Payment failed or has been cancelled.</Alert>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="quiet" onClick={() => toast({ text: "Your message is on its way.", variant: "success" })}>
          Toast
        </Button>
        {(["small", "normal", "large", "extra"] as const).map((name) => (
          <Button key={name} variant="quiet" onClick={() => setSize(name)}>
            Modal {name}
          </Button>
        ))}
        <Button
          variant="quiet"
          onClick={() => {
            setLocked(true);
            setSize("normal");
            setTimeout(() => setLocked(false), 3000);
          }}
        >
          Modal locked for 3 s
        </Button>
        <CountBadge count={7} label="7 unread messages" />
        <CountBadge count={120} label="120 unread messages" />
        <CountBadge count={4} label="4 credits left" variant="warning" />
        <CountBadge count={0} label="0 credits left" variant="danger" zero />
        <TextBadge>Popular</TextBadge>
        <TextBadge variant="warning">Fictional</TextBadge>
        <Price amount={2499} currency="EUR" />
        <Price amount={24.9975} currency="EUR" />
        <Spinner label="Loading" />
      </div>
      <Modal
        open={size !== null}
        size={size ?? "normal"}
        locked={locked}
        onClose={() => setSize(null)}
        title="It is a match"
        description="You like each other."
        closeLabel="Close"
      >
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={() => setSize(null)}>
            Later
          </Button>
          <Button variant="call">Write</Button>
        </div>
      </Modal>
    </Part>
  );
}

function People() {
  return (
    <Part title="People">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name="Anna de Vries" size="small" />
        <Avatar name="Bram" online="Online" />
        <Avatar name="Chloé Dubois" size="large" />
      </div>
      <div className="row gap-y-6">
        {["Anna", "Bram", "Chloé", "Łukasz"].map((name, at) => (
          <div key={name} className="col-span-6 md:col-span-3">
            <PhotoFrame
              name={name}
              src={null}
              badge={at === 1 && <TextBadge variant="warning">Fictional</TextBadge>}
              caption={
                <>
                  <p className="font-semibold">{name}, 34</p>
                  <p className="text-sm">Ghent</p>
                </>
              }
              corner={<IconButton icon="heart" label={`Like ${name}`} className="bg-surface/90 hover:bg-surface" />}
            />
          </div>
        ))}
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Card>A card with a shadow.</Card>
        <div className="grid gap-2">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
      <EmptyState
        picture={<Icon name="search" className="size-9" />}
        title="Nobody here yet"
        action={<Button variant="quiet">Widen the search</Button>}
      >
        Try another region, or a wider age.
      </EmptyState>
    </Part>
  );
}

function Moving() {
  return (
    <Part title="Ways on">
      <Tabs
        label="Kinds of likes"
        tabs={[
          { to: "/dev/ui", label: "Received", badge: <CountBadge count={3} label="3 new" /> },
          { to: "/likes/sent", label: "Sent" },
          { to: "/likes/matches", label: "Matches" },
        ]}
      />
      <Steps label="Step 2 of 6" step={2} steps={6} />
      <Pagination label="Pages" page={5} pages={20} href={(page) => `?page=${page}`} previous="Previous" next="Next" />
    </Part>
  );
}
