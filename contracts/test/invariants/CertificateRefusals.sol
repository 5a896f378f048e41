// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {KeyRefusals} from "./KeyRefusals.sol";

/// @title What the register must answer to notaries and to those whom they certify
abstract contract CertificateRefusals is KeyRefusals {
    struct Statement {
        address person;
        uint8 kind;
        uint8 level;
        uint64 until;
    }

    uint256 internal constant FIVE_YEARS = 1_827 days;

    function refusalOfStatement(address sender, Statement memory s) internal view returns (string memory) {
        if (!replica.isNotary(sender)) return "Only notary";
        if (s.person == address(0)) return "Person required";
        if (s.person == sender) return "Not authorized for this certificate";
        if (s.kind != 1 && s.kind != 2) return "Invalid kind";
        if (s.level != 1 && s.level != 2 && s.level != 3) return "Invalid level";
        bool isAhead = s.until > block.timestamp && s.until - block.timestamp <= FIVE_YEARS;
        return isAhead ? "" : "Invalid end";
    }

    /// @param s what the sender accepts; its person is the sender
    function refusalOfCertificateAcceptance(address notary, Statement memory s)
        internal
        view
        returns (string memory)
    {
        (uint8 kind, uint8 level,, uint64 until,) = replica.certificateOf(s.person, notary);
        if (kind == 0) return "No certificate";
        return kind == s.kind && level == s.level && until == s.until ? "" : "Certificate changed";
    }

    function refusalOfCertificateEnd(address sender, address person, address notary)
        internal
        view
        returns (string memory)
    {
        bool isRegulator = replica.isRegulator(sender) || sender == replica.owner();
        if (sender != person && sender != notary && !isRegulator) return "Not authorized for this certificate";
        (uint8 kind,,,,) = replica.certificateOf(person, notary);
        return kind == 0 ? "No certificate" : "";
    }
}
