// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Certified persons: an accredited notary states that it knows who controls an address
interface IRegistryCertificates {
    // ----------------------------------------------------------------- events

    /// @notice A notary certified who controls an address, in place of its earlier certificate. It waits for the
    /// person.
    /// @param kind 1 natural person, 2 legal person
    /// @param level 1 low, 2 substantial, 3 high, after eIDAS
    /// @param ref what the notary finds its own file by; it stands nowhere else
    event PersonCertified(
        address indexed person,
        address indexed notary,
        uint8 kind,
        uint8 level,
        uint64 until,
        bytes32 ref,
        uint64 certifiedAt
    );

    /// @notice The person accepted the notary's certificate, which counts from now on.
    event CertificateAccepted(address indexed person, address indexed notary, uint64 acceptedAt);

    /// @notice The person, the notary or a regulator ended a certificate.
    event CertificateEnded(
        address indexed person, address indexed notary, address indexed actor, uint64 endedAt
    );

    // ------------------------------------------------------------------ write

    /// @notice States that the sender has checked who controls an address, how well, and until when; in place of
    /// the sender's earlier certificate about that person. It counts when the person has accepted it.
    /// @dev A notary, about another address.
    /// @param kind 1 natural person, 2 legal person
    /// @param level 1 low, 2 substantial, 3 high, after eIDAS
    /// @param until in the future, at most five years ahead
    /// @param ref what the notary finds its own file by; never a name, a number or a document of the person
    function certifyPerson(address person, uint8 kind, uint8 level, uint64 until, bytes32 ref) external;

    /// @notice Accepts the certificate that a notary has given about the sender: exactly what is on record, else
    /// `Certificate changed`. Does nothing if it is accepted already.
    function acceptCertificate(address notary, uint8 kind, uint8 level, uint64 until) external;

    /// @notice Ends a certificate.
    /// @dev The person, that notary or a regulator.
    function endCertificate(address person, address notary) external;

    // ------------------------------------------------------------------ views

    /// @notice What a notary has certified about a person; zeros if there is nothing. It counts if it is
    /// accepted, its end lies ahead and the notary is accredited.
    function certificateOf(address person, address notary)
        external
        view
        returns (uint8 kind, uint8 level, uint64 certifiedAt, uint64 until, bool accepted);
}
