// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryCertificates} from "./interfaces/IRegistryCertificates.sol";
import {RegistryKeys} from "./RegistryKeys.sol";

/// @title Certified persons: an accredited notary states that it knows who controls an address
/// @dev No name, document or number is stored: a reference that only the notary understands stands in an event.
/// The certificates are the last of the storage, slot 10, and each is one slot, so that it can be proven:
///
///   slot 10  person => notary => Certificate   keccak256(abi.encode(notary, keccak256(abi.encode(person, 10))))
///
///   bits 0-7 kind    8-15 level    16-79 certifiedAt    80-143 until    144-151 accepted
abstract contract RegistryCertificates is RegistryKeys {
    struct Certificate {
        uint8 kind;
        uint8 level;
        uint64 certifiedAt;
        uint64 until;
        bool accepted;
    }

    uint8 private constant LAST_KIND = 2;
    uint8 private constant LAST_LEVEL = 3;
    /// The same date five years on is never further away, whichever of the years are leap years.
    uint256 private constant MAX_VALIDITY = 1_827 days;

    mapping(address person => mapping(address notary => Certificate)) private _certificates;

    // ------------------------------------------------------------------- write

    /// @inheritdoc IRegistryCertificates
    function certifyPerson(address person, uint8 kind, uint8 level, uint64 until, bytes32 ref) external {
        address notary = _msgSender();
        require(isNotary[notary], "Only notary");
        require(person != address(0), "Person required");
        require(person != notary, "Not authorized for this certificate");
        require(kind != 0 && kind <= LAST_KIND, "Invalid kind");
        require(level != 0 && level <= LAST_LEVEL, "Invalid level");
        require(until > block.timestamp && until <= block.timestamp + MAX_VALIDITY, "Invalid end");
        _certificates[person][notary] = Certificate(kind, level, uint64(block.timestamp), until, false);
        emit PersonCertified(person, notary, kind, level, until, ref, uint64(block.timestamp));
    }

    /// @inheritdoc IRegistryCertificates
    function acceptCertificate(address notary, uint8 kind, uint8 level, uint64 until) external {
        address person = _msgSender();
        Certificate storage certificate = _certificates[person][notary];
        require(certificate.kind != 0, "No certificate");
        require(
            certificate.kind == kind && certificate.level == level && certificate.until == until,
            "Certificate changed"
        );
        if (certificate.accepted) return;
        certificate.accepted = true;
        emit CertificateAccepted(person, notary, uint64(block.timestamp));
    }

    /// @inheritdoc IRegistryCertificates
    function endCertificate(address person, address notary) external {
        address sender = _msgSender();
        require(
            sender == person || sender == notary || _isRegulator(sender), "Not authorized for this certificate"
        );
        require(_certificates[person][notary].kind != 0, "No certificate");
        delete _certificates[person][notary];
        emit CertificateEnded(person, notary, sender, uint64(block.timestamp));
    }

    // -------------------------------------------------------------------- view

    /// @inheritdoc IRegistryCertificates
    function certificateOf(address person, address notary)
        external
        view
        returns (uint8 kind, uint8 level, uint64 certifiedAt, uint64 until, bool accepted)
    {
        Certificate memory found = _certificates[person][notary];
        return (found.kind, found.level, found.certifiedAt, found.until, found.accepted);
    }
}
