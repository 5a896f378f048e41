import { NothingHere } from "../../../shared/page/page-title.tsx";

export default function NotAnAddress() {
  return (
    <NothingHere
      title="This is not an address"
      lead="A person is known by an address: 0x and 40 characters. If it mixes capitals, a mistyped character shows, so copy it again or write it all in lower case."
    />
  );
}
