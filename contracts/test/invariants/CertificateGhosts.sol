// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {Fingerprint} from "./Fingerprint.sol";

/// @title Who certified, accepted and ended what, by the calls that the register let through
/// @dev Knows neither the events nor the contract's rule: a certificate counts while its person's acceptance of the
/// last statement stands, its end lies ahead, and the owner has last added its notary and not removed it.
abstract contract CertificateGhosts {
    struct Pair {
        address person;
        address notary;
    }

    /// Everyone that was ever accredited, and every pair that was ever certified.
    address[] internal notariesSeen;
    Pair[] internal pairsSeen;
    mapping(address => bool) public isAccredited;
    /// When the accepted certificate ends; 0 if none is accepted.
    mapping(address => mapping(address => uint256)) public acceptedUntil;

    /// The first change of a certificate by someone who may not make it.
    string public strangersCertificate;
    /// What a call about notaries or certificates changed of an agent.
    string public besidesCertificate;
    /// How often it came to these, so that the invariants are known to say something.
    uint256 public acceptedReplaced;
    uint256 public acceptedTooLate;
    uint256 public accreditedAgain;
    mapping(string => uint256) public endedBy;

    mapping(address => bool) private _wasAccredited;
    mapping(address => mapping(address => bool)) private _isPairSeen;
    /// As the last call about the pair left it.
    mapping(address => mapping(address => bytes32)) private _kept;

    function pairs() external view returns (Pair[] memory) {
        return pairsSeen;
    }

    function keptCertificate(address person, address notary) external view returns (bytes32) {
        return _kept[person][notary];
    }

    function rememberAccreditation(address notary, bool isAdded) internal {
        if (isAdded && _wasAccredited[notary] && !isAccredited[notary]) ++accreditedAgain;
        if (isAdded && !_wasAccredited[notary]) notariesSeen.push(notary);
        if (isAdded) _wasAccredited[notary] = true;
        isAccredited[notary] = isAdded;
    }

    function rememberStatement(IRegistry register, address sender, address person) internal {
        if (!isAccredited[sender] || sender == person) strangersCertificate = "stated";
        if (acceptedUntil[person][sender] != 0) ++acceptedReplaced;
        if (!_isPairSeen[person][sender]) pairsSeen.push(Pair(person, sender));
        _isPairSeen[person][sender] = true;
        acceptedUntil[person][sender] = 0;
        _keep(register, person, sender);
    }

    /// @dev The sender accepts for itself and nobody else: no other person's certificate may have moved, which
    /// `keptCertificate` shows.
    function rememberCertificateAcceptance(IRegistry register, address sender, address notary, uint64 until) internal {
        if (!_isPairSeen[sender][notary]) strangersCertificate = "accepted what nobody certified";
        if (until <= block.timestamp) ++acceptedTooLate;
        acceptedUntil[sender][notary] = until;
        _keep(register, sender, notary);
    }

    function rememberCertificateEnd(IRegistry register, address sender, address person, address notary) internal {
        bool isRegulator = register.isRegulator(sender) || sender == register.owner();
        if (sender == person) ++endedBy["person"];
        else if (sender == notary && isAccredited[notary]) ++endedBy["notary"];
        else if (sender == notary) ++endedBy["removed notary"];
        else if (isRegulator) ++endedBy["regulator"];
        else strangersCertificate = "ended";
        acceptedUntil[person][notary] = 0;
        _keep(register, person, notary);
    }

    function _keep(IRegistry register, address person, address notary) private {
        _kept[person][notary] = Fingerprint.ofCertificate(register, person, notary);
    }
}
